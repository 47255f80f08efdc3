import { expect, it } from 'vitest';
import { type Choices, defaultChoices } from '../choices/queries.js';
import { LOOK_AGAIN_MS, planMail } from './plan.js';
import type { UntoldRow } from './queries.js';

const MINUTE_MS = 60_000;
const nowMs = Date.parse('2026-11-22T06:30:00Z');
const ago = (minutes: number) => new Date(nowMs - minutes * MINUTE_MS);
const chat = (minutes: number): UntoldRow => ({
  topic: 'chat:1',
  version: 4,
  at: ago(minutes),
  kind: 'message',
  about: { member_id: 1 },
});
const item = (minutes: number, kind = 'request:accepted'): UntoldRow => ({
  ...{ topic: 'inbox:2', version: 9, kind, about: { project_id: 7 } },
  at: ago(minutes),
});
interface Case {
  untold: UntoldRow[];
  chosen?: Partial<Choices>;
  mailedAgo?: number;
  isOnline?: boolean;
  tells?: string[];
  /** In so many minutes. */
  looksIn?: number;
}

it.each<[string, Case]>([
  ['nothing is unread', { untold: [] }],
  ['it is too young', { untold: [chat(14)], looksIn: 1 }],
  ['it is old enough', { untold: [chat(15)], tells: ['chat:1'] }],
  ['the first is old enough: the others go along', { untold: [chat(15), item(0)], tells: ['chat:1', 'inbox:2'] }],
  ['a mail was just sent', { untold: [chat(20)], mailedAgo: 20, looksIn: 40 }],
  ['the last mail was an hour ago', { untold: [chat(20)], mailedAgo: 60, tells: ['chat:1'] }],
  ['the member is online', { untold: [chat(20)], isOnline: true, looksIn: LOOK_AGAIN_MS / MINUTE_MS }],
  ['mails are wanted at once', { untold: [chat(1)], chosen: { mail_pace: 'at_once' }, tells: ['chat:1'] }],
  [
    'mails are wanted at once, and one was just sent',
    { untold: [chat(1)], chosen: { mail_pace: 'at_once' }, mailedAgo: 2, looksIn: 3 },
  ],
  // It is noon in Kolkata.
  ['a mail is wanted in the morning', { untold: [item(70)], chosen: { mail_pace: 'daily' }, looksIn: 20 * 60 }],
  [
    'a mail is wanted in the morning, and a seat is offered',
    { untold: [item(59, 'seat:offered'), chat(70)], chosen: { mail_pace: 'daily' }, looksIn: 1 },
  ],
  [
    'a seat was offered an hour ago',
    {
      untold: [item(60, 'seat:offered'), chat(70)],
      chosen: { mail_pace: 'daily' },
      mailedAgo: 61,
      tells: ['inbox:2', 'chat:1'],
    },
  ],
  ['no mail is wanted', { untold: [chat(20)], chosen: { mail_pace: 'never' } }],
  ['none about messages', { untold: [chat(20), item(15)], chosen: { mail_off: ['messages'] }, tells: ['inbox:2'] }],
  ['a kind that only newer servers know', { untold: [item(15, 'of tomorrow')], tells: ['inbox:2'] }],
])('what is done when %s', (_, { untold, chosen, mailedAgo, isOnline = false, tells, looksIn }) => {
  const lastMailAt = mailedAgo === undefined ? null : ago(mailedAgo);
  const plan = planMail({ choices: { ...defaultChoices, ...chosen }, lastMailAt, isOnline, untold }, new Date(nowMs));
  if (tells) expect('tell' in plan && Object.keys(plan.tell)).toEqual(tells);
  else expect(plan).toEqual({ lookAt: looksIn === undefined ? null : new Date(nowMs + looksIn * MINUTE_MS) });
});
