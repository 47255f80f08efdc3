import { expect, it } from 'vitest';
import { type Choices, defaultChoices } from './queries.js';
import { waysToTell } from './ways.js';

// 12:00 in Kolkata.
const at = new Date('2026-11-22T06:30:00Z');

it.each<[string, Partial<Choices>, string | null]>([
  ['by default', {}, '06:45:00'],
  ['at once', { mail_pace: 'at_once' }, '06:30:10'],
  ['hourly', { mail_pace: 'hourly' }, '07:30:00'],
  ['daily', { mail_pace: 'daily' }, '02:30:00'],
  ['never', { mail_pace: 'never' }, null],
  ['of another group alone', { mail_off: ['messages'] }, '06:45:00'],
  ['of this group not', { mail_off: ['messages', 'team'] }, null],
])('mails something of a team %s', (_, chosen, time) => {
  const { mail } = waysToTell({ ...defaultChoices, ...chosen }, { group: 'team', at });
  expect(mail?.toISOString().slice(11, 19) ?? null).toBe(time);
});
