import { minuteMs } from '@sangam/shared/core/limits';
import { expect, it } from 'vitest';
import { type Choices, defaultChoices } from '../choices/queries.js';
import { ONLINE_CHECK_MS, planEmail } from './plan.js';
import type { NotEmailed } from './queries.js';

const nowMs = Date.parse('2026-11-22T06:30:00Z');
const minutesAgo = (minutes: number) => new Date(nowMs - minutes * minuteMs);
const chat = (minutes: number): NotEmailed => ({
  topic: 'chat:1',
  version: 4,
  at: minutesAgo(minutes),
  kind: 'message',
  about: { member_id: 1 },
});
const item = (minutes: number, kind = 'request:accepted'): NotEmailed => ({
  topic: 'inbox:2',
  version: 9,
  kind,
  about: { project_id: 7 },
  at: minutesAgo(minutes),
});
interface Case {
  notEmailed: NotEmailed[];
  chosen?: Partial<Choices>;
  emailedAgo?: number;
  isOnline?: boolean;
  emails?: string[];
  /** Minutes until the next check. */
  checksIn?: number;
}

it.each<[string, Case]>([
  ['nothing is unread', { notEmailed: [] }],
  ['it is too young', { notEmailed: [chat(14)], checksIn: 1 }],
  ['it is old enough', { notEmailed: [chat(15)], emails: ['chat:1'] }],
  ['the first is old enough: the others go along', { notEmailed: [chat(15), item(0)], emails: ['chat:1', 'inbox:2'] }],
  ['an email was just sent', { notEmailed: [chat(20)], emailedAgo: 20, checksIn: 40 }],
  ['the last email was an hour ago', { notEmailed: [chat(20)], emailedAgo: 60, emails: ['chat:1'] }],
  ['the last one was sent while the clock was ahead', { notEmailed: [chat(20)], emailedAgo: -300, emails: ['chat:1'] }],
  ['the member is online', { notEmailed: [chat(20)], isOnline: true, checksIn: ONLINE_CHECK_MS / minuteMs }],
  ['emails are wanted at once', { notEmailed: [chat(1)], chosen: { mail_pace: 'at_once' }, emails: ['chat:1'] }],
  [
    'emails are wanted at once, and one was just sent',
    { notEmailed: [chat(1)], chosen: { mail_pace: 'at_once' }, emailedAgo: 2, checksIn: 3 },
  ],
  // It is noon in Kolkata.
  ['an email is wanted in the morning', { notEmailed: [item(70)], chosen: { mail_pace: 'daily' }, checksIn: 20 * 60 }],
  [
    'an email is wanted in the morning, and a seat is offered',
    { notEmailed: [item(59, 'seat:offered'), chat(70)], chosen: { mail_pace: 'daily' }, checksIn: 1 },
  ],
  [
    'a seat was offered an hour ago',
    {
      notEmailed: [item(60, 'seat:offered'), chat(70)],
      chosen: { mail_pace: 'daily' },
      emailedAgo: 61,
      emails: ['inbox:2', 'chat:1'],
    },
  ],
  ['no email is wanted', { notEmailed: [chat(20)], chosen: { mail_pace: 'never' } }],
  [
    'none about messages',
    { notEmailed: [chat(20), item(15)], chosen: { mail_off: ['messages'] }, emails: ['inbox:2'] },
  ],
  ['a kind that only newer servers know', { notEmailed: [item(15, 'of tomorrow')], emails: ['inbox:2'] }],
])('plans the email when %s', (_, { notEmailed, chosen, emailedAgo, isOnline = false, emails, checksIn }) => {
  const lastEmailAt = emailedAgo === undefined ? null : minutesAgo(emailedAgo);
  const plan = planEmail(
    { choices: { ...defaultChoices, ...chosen }, lastEmailAt, isOnline, notEmailed },
    new Date(nowMs),
  );
  if (emails) expect('email' in plan && Object.keys(plan.email)).toEqual(emails);
  else expect(plan).toEqual({ checkAt: checksIn === undefined ? null : new Date(nowMs + checksIn * minuteMs) });
});
