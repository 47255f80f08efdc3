import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALE, TIME_ZONE } from './limits.js';
import { clockTime, dateSeparator, presenceLabel, relativeTime, sameDay, shortDate, waitWords } from './time.js';

const now = Date.parse('2026-03-10T12:00:00.000Z'); // 17:30 in Kolkata
const before = (ms: number) => new Date(now - ms).toISOString();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('relativeTime', () => {
  it.each([
    [0, 'Just now'],
    [59_000, 'Just now'],
    [59_999, 'Just now'],
    [minute, '1 minute ago'],
    [2 * minute - 1, '1 minute ago'],
    [2 * minute, '2 minutes ago'],
    [59 * minute, '59 minutes ago'],
    [hour - 1, '59 minutes ago'],
    [hour, '1 hour ago'],
    [23 * hour, '23 hours ago'],
    [day - 1, '23 hours ago'],
    [day, '1 day ago'],
    [2 * day, '2 days ago'],
    [6 * day, '6 days ago'],
    [7 * day - 1, '6 days ago'],
    [7 * day, '3 Mar 2026'],
    [365 * day, '10 Mar 2025'],
  ])('%i ms → %s', (ms, label) => expect(relativeTime(before(ms), now)).toBe(label));

  it('treats a clock that runs ahead as now, and says when a date cannot be read', () => {
    expect(relativeTime(new Date(now + hour).toISOString(), now)).toBe('Just now');
    expect(relativeTime('nonsense', now)).toBe('Invalid date');
  });
});

describe('presenceLabel', () => {
  it('says Online, Offline, or when the member was last seen', () => {
    expect(presenceLabel(true, null, now)).toBe('Online');
    expect(presenceLabel(false, null, now)).toBe('Offline');
    expect(presenceLabel(false, before(59_000), now)).toBe('Just now');
    expect(presenceLabel(false, before(2 * minute), now)).toBe('2 minutes ago');
    expect(presenceLabel(false, before(7 * day), now)).toBe('3 Mar 2026');
  });
});

// Three browsers: one in UTC, one where it is still yesterday, one where it is already tomorrow.
describe.each(['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'])('times in Asia/Kolkata, seen from %s', (zone) => {
  const home = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    if (home === undefined) delete process.env.TZ;
    else process.env.TZ = home;
  });

  it('the zone is really another', () => expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone));

  it('shows a 12-hour clock with hours and minutes', () => {
    expect(clockTime('2026-03-10T12:05:00.000Z')).toBe('5:35 pm');
    expect(clockTime('2026-03-09T18:30:00.000Z')).toBe('12:00 am');
    expect(clockTime('nonsense')).toBe('Invalid time');
  });

  it('separates days where Kolkata does, not where UTC does', () => {
    expect(dateSeparator('2026-03-09T18:30:00.000Z', now)).toBe('Today');
    expect(dateSeparator('2026-03-09T18:29:59.000Z', now)).toBe('Yesterday');
    expect(dateSeparator('2026-03-08T12:00:00.000Z', now)).toBe('8 Mar');
    // September is where en-IN and en-US differ.
    expect(dateSeparator('2025-09-05T12:00:00.000Z', now)).toBe('5 Sept');
    expect(dateSeparator('nonsense', now)).toBe('Invalid date');
    expect(sameDay('2026-03-09T18:30:00.000Z', '2026-03-10T18:29:00.000Z')).toBe(true);
    expect(sameDay('2026-03-09T18:29:00.000Z', '2026-03-09T18:30:00.000Z')).toBe(false);
  });

  it('writes dates as en-IN does', () => {
    expect(shortDate('2026-01-05T00:00:00.000Z')).toBe('5 Jan 2026');
    expect(shortDate('nonsense')).toBe('Invalid date');
  });
});

it.each([
  [1, '1 second'],
  [40, '40 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3_600, '60 minutes'],
  [3_601, '2 hours'],
])('writes a wait of %d seconds as %s', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words);
});

it('shows the time zone’s clock, all year and in every year', () => {
  const parts = { hour: '2-digit', minute: '2-digit', day: 'numeric', month: 'short' } as const;
  const zone = new Intl.DateTimeFormat(LOCALE, { ...parts, timeZone: TIME_ZONE, hour12: true });
  for (let at = Date.UTC(1970, 0, 1); at < Date.UTC(2060, 0, 1); at += 37 * day + 7 * hour + 13 * minute) {
    const [, stated = ''] = zone.format(at).split(', ');
    expect(clockTime(new Date(at).toISOString())).toBe(stated.replace(/^0/u, ''));
  }
});
