import { afterEach, expect, it, vi } from 'vitest';
import { localDay, localTime } from './local-time';

afterEach(() => void vi.unstubAllEnvs());

it.each([
  ['Asia/Kolkata', '29_Nov, 4:05_pm'],
  // Another zone with the same clock.
  ['Asia/Colombo', '29_Nov, 4:05_pm'],
  ['Europe/Berlin', '29_Nov, 11:35_am (your_time)'],
  ['Pacific/Auckland', '29_Nov, 11:35_pm (your_time)'],
])('in %s reads %s, and says whose time it is where it is not the one of all other times', (name, text) => {
  vi.stubEnv('TZ', name);
  // Neither a day nor a time breaks across lines.
  expect(localTime('2026-11-29T10:35:00.000Z').replaceAll('\u00a0', '_')).toBe(text);
});

it('shows the time in the reader’s zone, even after they change it', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  expect(localDay('2026-11-29T20:35:00.000Z')).toBe('30\u00a0Nov');
  vi.stubEnv('TZ', 'America/New_York');
  expect(localDay('2026-11-29T20:35:00.000Z')).toBe('29\u00a0Nov');
  expect(localTime('2026-07-01T03:00:00.000Z')).toBe('30\u00a0Jun, 11:00\u00a0pm (your\u00a0time)');
});

it('creates no new format for each time', () => {
  const created = vi.spyOn(Intl, 'DateTimeFormat');
  const shown = vi.spyOn(Date.prototype, 'toLocaleString');
  localTime('2026-11-29T10:35:00.000Z');
  expect([...created.mock.calls, ...shown.mock.calls]).toEqual([]);
  vi.restoreAllMocks();
});
