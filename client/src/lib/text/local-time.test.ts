import { afterEach, expect, it, vi } from 'vitest';
import { localTime } from './local-time';

afterEach(() => void vi.unstubAllEnvs());

it.each([
  ['Asia/Kolkata', '29 Nov, 4:05 pm'],
  // Another zone with the same clock.
  ['Asia/Colombo', '29 Nov, 4:05 pm'],
  ['Europe/Berlin', '29 Nov, 11:35 am (your\u00a0time)'],
  ['Pacific/Auckland', '29 Nov, 11:35 pm (your\u00a0time)'],
])('in %s reads %s, and says whose time it is where it is not the one of all other times', (name, text) => {
  vi.stubEnv('TZ', name);
  expect(localTime('2026-11-29T10:35:00.000Z')).toBe(text);
});
