import { dayMs } from '@sangam/shared/core/limits';
import { renderHook } from '@testing-library/react';
import { useToasterStore } from 'react-hot-toast/headless';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { acceptSession } from '../../core/session/session';
import { fakeServer } from '../../testing/fake-server';
import { member } from '../../testing/samples';
import { keepSignedIn } from './keep-signed-in';
import './remember-installed';

const startMs = Date.parse('2026-03-01T08:00:00Z');
/** A token of the one session, given at `givenMs`. */
const token = (givenMs: number, days: number): string => {
  const claims = { sub: String(member.id), sid: '5', iat: givenMs / 1_000, exp: (givenMs + days * dayMs) / 1_000 };
  return `x.${btoa(JSON.stringify(claims))}.x`;
};

beforeEach(() => {
  vi.useFakeTimers({ now: startMs, toFake: ['Date'] });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['renews a remembered session once a day of use, in a tab that stays open', 30, [0, 1, 1, 2]],
  ['renews no other session', 1, [0, 0, 0, 0]],
])('%s', async (_, days, counts) => {
  const live = new AbortController();
  const server = fakeServer({
    'POST /api/auth/remember': () => ({ body: { success: true, data: { token: token(Date.now(), 30) } } }),
  });
  acceptSession({ token: token(startMs, days), user: member });
  keepSignedIn(live.signal);
  const seen: number[] = [];
  for (const hours of [0, 25, 26, 50]) {
    vi.setSystemTime(startMs + (hours * dayMs) / 24);
    document.dispatchEvent(new Event('visibilitychange'));
    await new Promise((resolve) => setTimeout(resolve));
    seen.push(server.calls.length);
  }
  expect(seen).toEqual(counts);
  live.abort();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(server.calls.length).toBe(counts.at(-1));
});

it('asks once a day, and says nothing, once the session can’t last longer', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const live = new AbortController();
  const endMs = startMs + 20 * dayMs;
  const server = fakeServer({
    'POST /api/auth/remember': () => ({
      body: { success: true, data: { token: token(Date.now(), (endMs - Date.now()) / dayMs) } },
    }),
  });
  acceptSession({ token: token(startMs, 20), user: member });
  keepSignedIn(live.signal);
  const seen: number[] = [];
  for (const hours of [0, 0, 1, 25, 26]) {
    vi.setSystemTime(startMs + (hours * dayMs) / 24);
    document.dispatchEvent(new Event('visibilitychange'));
    await new Promise((resolve) => setTimeout(resolve));
    seen.push(server.calls.length);
  }
  expect(seen).toEqual([1, 1, 1, 2, 2]);
  const { result } = renderHook(() => useToasterStore());
  expect(result.current.toasts).toEqual([]);
  live.abort();
});

it('makes the session of an installed application a remembered one, and tries again after a failure', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const live = new AbortController();
  let isUp = false;
  const server = fakeServer({
    'POST /api/auth/remember': () =>
      isUp ? { body: { success: true, data: { token: token(Date.now(), 180) } } } : 'network',
  });
  acceptSession({ token: token(startMs, 1), user: member });
  keepSignedIn(live.signal);
  const show = async () => {
    document.dispatchEvent(new Event('visibilitychange'));
    await new Promise((resolve) => setTimeout(resolve));
  };
  await show();
  const failed = server.calls.length;
  isUp = true;
  await show();
  await show();
  expect(server.calls.length).toBe(failed + 1);
  const { result } = renderHook(() => useToasterStore());
  expect(result.current.toasts.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^You stay signed in here/u),
  ]);
  live.abort();
});
