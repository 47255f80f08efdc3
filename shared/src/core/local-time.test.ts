import { expect, it } from 'vitest';
import { isTimeZone, nextLocalTime } from './local-time.js';

it.each([
  ['later on the same day', '2026-11-22T01:00:00Z', 8 * 60, 'Asia/Kolkata', '2026-11-22T02:30:00Z'],
  ['on the next day', '2026-11-22T03:00:00Z', 8 * 60, 'Asia/Kolkata', '2026-11-23T02:30:00Z'],
  ['a day later at that very time', '2026-11-22T02:30:00Z', 8 * 60, 'Asia/Kolkata', '2026-11-23T02:30:00Z'],
  ['before summer time begins', '2026-03-27T12:00:00Z', 8 * 60, 'Europe/Berlin', '2026-03-28T07:00:00Z'],
  ['over its beginning', '2026-03-28T12:00:00Z', 8 * 60, 'Europe/Berlin', '2026-03-29T06:00:00Z'],
  ['over its end', '2026-10-24T12:00:00Z', 8 * 60, 'Europe/Berlin', '2026-10-25T07:00:00Z'],
  ['behind the gap, at a time that is skipped', '2026-03-28T12:00:00Z', 150, 'Europe/Berlin', '2026-03-29T01:30:00Z'],
  ['west of Greenwich, over the beginning', '2026-03-07T20:00:00Z', 7 * 60, 'America/New_York', '2026-03-08T11:00:00Z'],
  ['at midnight', '2026-11-22T12:00:00Z', 0, 'America/New_York', '2026-11-23T05:00:00Z'],
])('the next time that clocks show is %s', (_, after, minutes, zone, expected) => {
  expect(nextLocalTime(new Date(after), minutes, zone).toISOString()).toBe(new Date(expected).toISOString());
});

it('the next time that clocks show is one of the two where summer time ends, and is not missed', () => {
  const found = nextLocalTime(new Date('2026-10-24T12:00:00Z'), 150, 'Europe/Berlin').toISOString();
  expect(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']).toContain(found);
});

it('knows time zones by their names', () => {
  for (const zone of ['Asia/Kolkata', 'Australia/Lord_Howe', 'Europe/Berlin', 'UTC'])
    expect([zone, isTimeZone(zone)]).toEqual([zone, true]);
  for (const name of ['Nowhere/Town', '', '+05:30', '5', 'Asia/Kolkata\n'])
    expect([name, isTimeZone(name)]).toEqual([name, false]);
});
