import { dayMs } from '@sangam/shared/core/limits';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { acceptSession } from '../../core/session/session';
import { fakeServer } from '../../testing/fake-server';
import { member } from '../../testing/samples';
import { keepSignedIn } from './keep-signed-in';

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
