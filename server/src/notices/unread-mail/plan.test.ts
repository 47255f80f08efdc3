import { minuteMs } from '@sangam/shared/core/limits';
import { expect, it } from 'vitest';
import { type Choices, defaultChoices } from '../choices/queries.js';
import { ONLINE_CHECK_MS, planMail } from './plan.js';
import type { UnmailedRow } from './queries.js';

const nowMs = Date.parse('2026-11-22T06:30:00Z');
const minutesAgo = (minutes: number) => new Date(nowMs - minutes * minuteMs);
const chat = (minutes: number): UnmailedRow => ({
  topic: 'chat:1',
  version: 4,
  at: minutesAgo(minutes),
  kind: 'message',
  about: { member_id: 1 },
});
const item = (minutes: number, kind = 'request:accepted'): UnmailedRow => ({
  topic: 'inbox:2',
  version: 9,
  kind,
  about: { project_id: 7 },
  at: minutesAgo(minutes),
});
interface Case {
  unmailed: UnmailedRow[];
  chosen?: Partial<Choices>;
  mailedAgo?: number;
  isOnline?: boolean;
  mails?: string[];
  /** Minutes until the next check. */
  checksIn?: number;
}

it.each<[string, Case]>([
  ['nothing is unread', { unmailed: [] }],
  ['it is too young', { unmailed: [chat(14)], checksIn: 1 }],
  ['it is old enough', { unmailed: [chat(15)], mails: ['chat:1'] }],
  ['the first is old enough: the others go along', { unmailed: [chat(15), item(0)], mails: ['chat:1', 'inbox:2'] }],
  ['a mail was just sent', { unmailed: [chat(20)], mailedAgo: 20, checksIn: 40 }],
  ['the last mail was an hour ago', { unmailed: [chat(20)], mailedAgo: 60, mails: ['chat:1'] }],
  ['the last one was sent while the clock was ahead', { unmailed: [chat(20)], mailedAgo: -300, mails: ['chat:1'] }],
  ['the member is online', { unmailed: [chat(20)], isOnline: true, checksIn: ONLINE_CHECK_MS / minuteMs }],
  ['mails are wanted at once', { unmailed: [chat(1)], chosen: { mail_pace: 'at_once' }, mails: ['chat:1'] }],
  [
    'mails are wanted at once, and one was just sent',
    { unmailed: [chat(1)], chosen: { mail_pace: 'at_once' }, mailedAgo: 2, checksIn: 3 },
  ],
  // It is noon in Kolkata.
  ['a mail is wanted in the morning', { unmailed: [item(70)], chosen: { mail_pace: 'daily' }, checksIn: 20 * 60 }],
  [
    'a mail is wanted in the morning, and a seat is offered',
    { unmailed: [item(59, 'seat:offered'), chat(70)], chosen: { mail_pace: 'daily' }, checksIn: 1 },
  ],
  [
    'a seat was offered an hour ago',
    {
      unmailed: [item(60, 'seat:offered'), chat(70)],
      chosen: { mail_pace: 'daily' },
      mailedAgo: 61,
      mails: ['inbox:2', 'chat:1'],
    },
  ],
  ['no mail is wanted', { unmailed: [chat(20)], chosen: { mail_pace: 'never' } }],
  ['none about messages', { unmailed: [chat(20), item(15)], chosen: { mail_off: ['messages'] }, mails: ['inbox:2'] }],
  ['a kind that only newer servers know', { unmailed: [item(15, 'of tomorrow')], mails: ['inbox:2'] }],
])('plans the mail when %s', (_, { unmailed, chosen, mailedAgo, isOnline = false, mails, checksIn }) => {
  const lastMailAt = mailedAgo === undefined ? null : minutesAgo(mailedAgo);
  const plan = planMail({ choices: { ...defaultChoices, ...chosen }, lastMailAt, isOnline, unmailed }, new Date(nowMs));
  if (mails) expect('mail' in plan && Object.keys(plan.mail)).toEqual(mails);
  else expect(plan).toEqual({ checkAt: checksIn === undefined ? null : new Date(nowMs + checksIn * minuteMs) });
});
