import { expect, it } from 'vitest';
import { hourMs, TIME_ZONE } from '../core/limits.js';
import { emailedAt, type NotifyingChoices, soonestEmailAt } from './email-delay.js';
import { type NoticeFacts, noticeGroups } from './notification-kinds.js';
import { afterQuietHours, devicesNotifiedAt } from './quiet-hours-and-mutes.js';

const usualChoices: NotifyingChoices = {
  mail_pace: 'quarter_hour',
  mail_off: [],
  push_off: [],
  quiet: null,
  time_zone: TIME_ZONE,
  muted_member_ids: [],
  muted_project_ids: [],
};
// 12:00 in Kolkata.
const at = new Date('2026-11-22T06:30:00Z');
const noon = { from: 11 * 60, until: 13 * 60 };
const afternoon = { from: 12 * 60 + 10, until: 14 * 60 };
const time = (date: Date | null) => date?.toISOString().slice(11, 19) ?? null;
/** The times on devices and by email. */
const timesOf = (chosen: Partial<NotifyingChoices>, notice: NoticeFacts, now = notice.at) => {
  const choices = { ...usualChoices, ...chosen };
  return [time(devicesNotifiedAt(choices, notice, now)), time(emailedAt(choices, notice, now))];
};

it.each<[string, Partial<NotifyingChoices>, string | null, string | null]>([
  ['by default', {}, '06:30:00', '06:45:00'],
  ['emails at once', { mail_pace: 'at_once' }, '06:30:00', '06:30:10'],
  ['emails hourly', { mail_pace: 'hourly' }, '06:30:00', '07:30:00'],
  ['emails daily', { mail_pace: 'daily' }, '06:30:00', '02:30:00'],
  ['emails daily, elsewhere', { mail_pace: 'daily', time_zone: 'Europe/Berlin' }, '06:30:00', '07:00:00'],
  ['no emails', { mail_pace: 'never' }, '06:30:00', null],
  ['no emails about another group', { mail_off: ['messages'] }, '06:30:00', '06:45:00'],
  ['no emails about this group', { mail_off: ['messages', 'team'] }, '06:30:00', null],
  ['no pushes about this group', { push_off: ['team'] }, null, '06:45:00'],
  ['neither', { push_off: ['team'], mail_off: ['team'] }, null, null],
  ['in quiet hours', { quiet: noon }, '07:30:00', '07:30:00'],
  ['in quiet hours, of a group that is off', { quiet: noon, push_off: ['team'] }, null, '07:30:00'],
  ['before quiet hours, the email falls into them', { quiet: afternoon }, '06:30:00', '08:30:00'],
  ['of a muted project', { muted_project_ids: [6, 7] }, null, null],
  ['of another project than the muted one', { muted_project_ids: [8] }, '06:30:00', '06:45:00'],
  ['of a project that has the number of a muted member', { muted_member_ids: [7] }, '06:30:00', '06:45:00'],
  ['in quiet hours of another place', { quiet: noon, time_zone: 'Europe/Berlin' }, '06:30:00', '06:45:00'],
])('notifies about a team: %s', (_, chosen, ...times) => {
  expect(timesOf(chosen, { kind: 'seat:joined', about: { project_id: 7 }, at })).toEqual(times);
});

it.each<[string, Partial<NotifyingChoices>, string]>([
  ['at once', { mail_pace: 'at_once' }, '06:30:10'],
  ['usually', {}, '06:45:00'],
  ['hourly', { mail_pace: 'hourly' }, '07:30:00'],
  ['daily: it waits for no morning', { mail_pace: 'daily' }, '07:30:00'],
  ['daily, in quiet hours', { mail_pace: 'daily', quiet: afternoon }, '08:30:00'],
])('emails an item that ends soon, with emails %s', (_, chosen, emailed) => {
  for (const kind of ['seat:offered', 'request:last_day']) {
    const notice = { kind, about: { project_id: 7 }, at };
    expect(timesOf(chosen, notice)[1], kind).toBe(emailed);
    expect(time(soonestEmailAt({ ...usualChoices, ...chosen }, notice)), kind).toBe(emailed);
  }
});

it('emails an item that ends soon in the morning if that is sooner', () => {
  const early = new Date('2026-11-22T02:00:00Z');
  const notice = { kind: 'seat:offered', about: { project_id: 7 }, at: early };
  expect(timesOf({ mail_pace: 'daily' }, notice)[1]).toBe('02:30:00');
});

it('notifies about an old item now', () => {
  const now = new Date(at.getTime() + hourMs);
  expect(timesOf({}, { kind: 'message', about: { member_id: 7 }, at }, now)).toEqual(['07:30:00', '07:30:00']);
});

it('does not notify about a muted conversation', () => {
  const timesOfMember = (member_id: number) =>
    timesOf({ muted_member_ids: [7] }, { kind: 'message', about: { member_id }, at });
  expect(timesOfMember(7)).toEqual([null, null]);
  expect(timesOfMember(8)).toEqual(['06:30:00', '06:45:00']);
});

it('finds the earliest time of an email', () => {
  const message = { kind: 'message', at };
  expect(time(soonestEmailAt({ ...usualChoices, mail_off: ['messages'] }, message))).toBe('06:45:00');
  expect(soonestEmailAt({ ...usualChoices, mail_off: noticeGroups }, message)).toBeNull();
  expect(soonestEmailAt({ ...usualChoices, mail_pace: 'never' }, message)).toBeNull();
});

const night = { from: 22 * 60, until: 7 * 60 };
it.each([
  ['by day: at once', '2026-11-22T06:30:00Z', night, 'Asia/Kolkata', '2026-11-22T06:30:00Z'],
  ['before midnight', '2026-11-22T17:30:00Z', night, 'Asia/Kolkata', '2026-11-23T01:30:00Z'],
  ['after midnight', '2026-11-22T20:30:00Z', night, 'Asia/Kolkata', '2026-11-23T01:30:00Z'],
  ['as they begin', '2026-11-22T16:30:00Z', night, 'Asia/Kolkata', '2026-11-23T01:30:00Z'],
  ['as they end', '2026-11-23T01:30:00Z', night, 'Asia/Kolkata', '2026-11-23T01:30:00Z'],
  ['within a day', '2026-11-22T06:30:00Z', { from: 9 * 60, until: 17 * 60 }, 'Asia/Kolkata', '2026-11-22T11:30:00Z'],
  [
    'as they end within a day',
    '2026-11-22T11:30:00Z',
    { from: 9 * 60, until: 17 * 60 },
    'Asia/Kolkata',
    '2026-11-22T11:30:00Z',
  ],
  ['into summer time', '2026-03-28T22:00:00Z', night, 'Europe/Berlin', '2026-03-29T05:00:00Z'],
  ['out of summer time', '2026-10-24T21:00:00Z', night, 'Europe/Berlin', '2026-10-25T06:00:00Z'],
  [
    'in the hour that comes twice',
    '2026-10-25T01:10:00Z',
    { from: 0, until: 150 },
    'Europe/Berlin',
    '2026-10-25T01:30:00Z',
  ],
  [
    'to a time that is skipped',
    '2026-03-29T00:10:00Z',
    { from: 0, until: 150 },
    'Europe/Berlin',
    '2026-03-29T01:30:00Z',
  ],
])('delays notifications until quiet hours end: %s', (_, at, quiet, zone, expected) => {
  expect(afterQuietHours(new Date(at), quiet, zone).toISOString()).toBe(new Date(expected).toISOString());
});
