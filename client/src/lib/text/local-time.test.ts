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

it('keeps a day on one line', () => expect(localDay('2026-11-29T10:35:00.000Z')).toBe('29\u00a0Nov'));
