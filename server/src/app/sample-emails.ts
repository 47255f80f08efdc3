import { keysOf } from '@sangam/shared/core/keys-of';
import { TIME_ZONE } from '@sangam/shared/core/limits';
import type { noticeKinds } from '@sangam/shared/notices/notification-kinds';
import { hasActor, notificationLink, notificationWords } from '@sangam/shared/notices/notification-words';
import { composeUnreadEmail, nextSteps, type Unread } from '../notices/notices.js';
import { accountLetters as account } from '../people/people.js';
import type { Letter, Letterhead } from '../platform/email/letter.js';
import { LOGO_ID, logo } from '../platform/email/logo.js';
import { renderLetter } from '../platform/email/render.js';
import { moderatedLetter, suspendedLetter, suspensionEndedLetter } from '../trust/trust.js';

const reader = { to: 'asha@sangam.example', name: 'Asha Rao' };
const TOKEN = 'sample';
const SAMPLE_TIME = '25 Nov 2026, 7:45 pm IST';

const item = (kind: keyof typeof noticeKinds, change: Partial<Unread> = {}): Unread => {
  const wording = notificationWords({ kind });
  const act = `${wording} Solar Tracker`.trim();
  const actor = kind === 'message' || hasActor(kind) ? 'Rohan Mehta' : null;
  return {
    kind,
    about: { project_id: 3 },
    version: 1,
    receivedVersion: 1,
    at: new Date(0),
    title: '',
    body: '',
    project: 'Solar Tracker',
    text: null,
    answerBy: null,
    actor,
    act,
    path: notificationLink({ kind, project_id: 3, subject_id: 12 }),
    ...change,
  };
};
const message: Partial<Unread> = {
  act: 'sent you 3 messages',
  path: '/messages/7',
  text: 'Saturday works. 4 pm, at the library?',
};

type Names = keyof typeof account;

/** Returns one of each email that the product sends, by name, with made-up values, for screenshots and tests. */
export function sampleEmails(publicUrl: string): Record<string, Letter> {
  const unread = (items: readonly Unread[], { showsText = false } = {}) =>
    composeUnreadEmail(reader, items, {
      publicUrl,
      showsText,
      timeZone: TIME_ZONE,
      link: ([group]) => `${publicUrl}/stop/${group}`,
    });
  const accounts: Record<Names, Letter> = {
    confirmEmail: account.confirmEmail(reader, publicUrl, TOKEN),
    newEmail: account.newEmail(reader, publicUrl, TOKEN),
    addressTaken: account.addressTaken(reader, publicUrl),
    resetLink: account.resetLink(reader, publicUrl, TOKEN),
    emailChangeAsked: account.emailChangeAsked(reader, publicUrl),
    emailChanged: account.emailChanged(reader, publicUrl, TOKEN),
    newSignIn: account.newSignIn(reader, publicUrl, 'Firefox on Windows, IP address 203.0.113.7', SAMPLE_TIME),
    providerLinked: account.providerLinked(reader, publicUrl, 'Google'),
    providerUnlinked: account.providerUnlinked(reader, publicUrl, 'Google'),
    accountDeleted: account.accountDeleted(reader, publicUrl, SAMPLE_TIME),
    passwordChanged: account.passwordChanged(reader, publicUrl),
    passwordRemoved: account.passwordRemoved(reader, publicUrl, 'Google'),
  };
  return {
    ...accounts,
    warned: moderatedLetter(reader, publicUrl, { act: 'warned', reason: 'spam' }),
    removed: moderatedLetter(reader, publicUrl, { act: 'removed', reason: 'sexual', parts: ['picture', 'headline'] }),
    hidden: moderatedLetter(reader, publicUrl, { act: 'hidden', reason: 'spam', project: { id: 3, title: 'Rover' } }),
    suspended: suspendedLetter(reader, publicUrl, { ends: SAMPLE_TIME, reason: 'harassment' }),
    suspensionEnded: suspensionEndedLetter(reader, publicUrl),
    restored: moderatedLetter(reader, publicUrl, { act: 'restored' }),
    request: unread([item('request:received', { answerBy: new Date('2026-12-01T14:15:00Z') })]),
    outcome: unread([item('request:accepted')]),
    message: unread([item('message', message)], { showsText: true }),
    several: unread([item('message', message), item('request:last_day'), item('seat:joined')], { showsText: true }),
    all: unread(keysOf(nextSteps).map((kind) => item(kind, kind === 'message' ? message : {}))),
  };
}

/** Renders the sample emails as standalone pages, for screenshots. */
export const sampleEmailPages = (head: Letterhead): { name: string; html: string }[] =>
  Object.entries(sampleEmails(head.publicUrl)).map(([name, letter]) => ({
    name,
    html: renderLetter(letter, head).html.replace(`cid:${LOGO_ID}`, `data:image/png;base64,${logo.toString('base64')}`),
  }));
