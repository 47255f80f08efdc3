import { newsGroups } from '@sangam/shared/rules/notification-choices';
import { expect, it } from 'vitest';
import { type Choices, defaultChoices } from './queries.js';
import { soonestMailAt, waysToTell } from './ways.js';

// 12:00 in Kolkata.
const at = new Date('2026-11-22T06:30:00Z');
const noon = { from: 11 * 60, until: 13 * 60 };
const afternoon = { from: 12 * 60 + 10, until: 14 * 60 };

it.each<[string, Partial<Choices>, string | null, string | null]>([
  ['by default', {}, '06:30:00', '06:45:00'],
  ['mails at once', { mail_pace: 'at_once' }, '06:30:00', '06:30:10'],
  ['mails hourly', { mail_pace: 'hourly' }, '06:30:00', '07:30:00'],
  ['mails daily', { mail_pace: 'daily' }, '06:30:00', '02:30:00'],
  ['mails daily, elsewhere', { mail_pace: 'daily', time_zone: 'Europe/Berlin' }, '06:30:00', '07:00:00'],
  ['no mails', { mail_pace: 'never' }, '06:30:00', null],
  ['no mails about another group', { mail_off: ['messages'] }, '06:30:00', '06:45:00'],
  ['no mails about this group', { mail_off: ['messages', 'team'] }, '06:30:00', null],
  ['no notices of this group', { push_off: ['team'] }, null, '06:45:00'],
  ['neither', { push_off: ['team'], mail_off: ['team'] }, null, null],
  ['in quiet hours', { quiet: noon }, '07:30:00', '07:30:00'],
  ['in quiet hours, of a group that is off', { quiet: noon, push_off: ['team'] }, null, '07:30:00'],
  ['before quiet hours, the mail falls into them', { quiet: afternoon }, '06:30:00', '08:30:00'],
  ['of a muted project', { muted_project_ids: [6, 7] }, null, null],
  ['of another project than the muted one', { muted_project_ids: [8] }, '06:30:00', '06:45:00'],
  ['of a project that has the number of a muted member', { muted_member_ids: [7] }, '06:30:00', '06:45:00'],
  ['in quiet hours of another place', { quiet: noon, time_zone: 'Europe/Berlin' }, '06:30:00', '06:45:00'],
])('something of a team is told: %s', (_, chosen, pushTime, mailTime) => {
  const ways = waysToTell({ ...defaultChoices, ...chosen }, { group: 'team', about: { project_id: 7 }, at }, at);
  const time = (date: Date | null) => date?.toISOString().slice(11, 19) ?? null;
  expect([time(ways.push), time(ways.mail)]).toEqual([pushTime, mailTime]);
});

it('is told now what came long ago', () => {
  const now = new Date(at.getTime() + 3_600_000);
  expect(waysToTell(defaultChoices, { group: 'messages', about: { member_id: 7 }, at }, now)).toEqual({
    push: now,
    mail: now,
  });
});

it('tells nothing of a muted conversation', () => {
  const muted = { ...defaultChoices, muted_member_ids: [7] };
  const of = (member_id: number) => waysToTell(muted, { group: 'messages', about: { member_id }, at }, at);
  expect(of(7)).toEqual({ push: null, mail: null });
  expect(of(8)).toMatchObject({ push: at });
});

it('looks at the soonest when something may be mailed', () => {
  expect(soonestMailAt({ ...defaultChoices, mail_off: ['messages'] }, at)?.toISOString()).toContain('T06:45:00');
  expect(soonestMailAt({ ...defaultChoices, mail_off: newsGroups }, at)).toBeNull();
  expect(soonestMailAt({ ...defaultChoices, mail_pace: 'never' }, at)).toBeNull();
});
