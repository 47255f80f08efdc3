import { afterEach, expect, it, vi } from 'vitest';
import { clockSetter, nowMs } from './clock';

const HOUR_MS = 3_600_000;
const dateOf = (ms: number) => new Date(ms).toUTCString();

afterEach(() => {
  vi.useRealTimers();
  clockSetter()(dateOf(Date.now()));
});

it('follows the server if the device is hours off, and the device if it is minutes off', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 10 * HOUR_MS });
  clockSetter()(dateOf(3 * HOUR_MS));
  expect(nowMs()).toBe(3 * HOUR_MS);
  clockSetter()(dateOf(10 * HOUR_MS - 60_000));
  expect(nowMs()).toBe(10 * HOUR_MS);
});

it('keeps the time where the device slept before it took the answer', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 10 * HOUR_MS });
  const setClock = clockSetter();
  vi.setSystemTime(18 * HOUR_MS);
  setClock(dateOf(10 * HOUR_MS));
  expect(nowMs()).toBe(18 * HOUR_MS);
});
