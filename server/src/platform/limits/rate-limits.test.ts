import { keysOf } from '@sangam/shared/core/keys-of';
import { afterEach, expect, it, vi } from 'vitest';
import { policies } from './policies.js';
import { createRateLimits } from './rate-limits.js';

afterEach(() => void vi.useRealTimers());

it('allows everything within the limit in one moment, and no more', async () => {
  const refused: string[] = [];
  const limits = createRateLimits(1, null, (limit) => void refused.push(limit));
  const all = await Promise.all(Array.from({ length: 1_500 }, () => limits.spend('apiByAddress', '198.51.100.1')));
  expect(all.filter((refused) => refused === null)).toHaveLength(1_200);
  expect(new Set(refused)).toEqual(new Set(['apiByAddress']));
  expect(all.at(-1)).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  expect(await limits.spend('apiByAddress', '198.51.100.2')).toBeNull();
});

it('takes several points at once, in any mix, and no more than there are', async () => {
  const limits = createRateLimits(1, null, () => undefined);
  const spent = async (points: number) => ((await limits.spend('workByMember', 1, points)) === null ? points : 0);
  const mixed = Array.from({ length: 900 }, (_, n) => spent([2, 60, 400, 7][n % 4] ?? 0));
  let sum = (await Promise.all(mixed)).reduce((total, points) => total + points, 0);
  // Small amounts use up what a larger one has left over.
  while ((await spent(1)) > 0) sum += 1;
  const { points } = policies.workByMember;
  expect(sum).toBeLessThanOrEqual(points);
  expect(sum).toBeGreaterThan(points * 0.85);
  expect(await limits.spend('workByMember', 2, 400)).toBeNull();
});

it('makes a refused key wait until the window ends, and reports each refusal', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout'] });
  let refusals = 0;
  const limits = createRateLimits(1, null, () => {
    refusals += 1;
  });
  const [limit, address] = ['resetByAddress', '198.51.100.1'] as const;
  for (let n = 0; n < 30; n += 1) expect(await limits.take(limit, address)).toBeNull();
  expect(limits.hasToWait(limit, address)).toBe(false);
  expect(limits.refused(limit, address)).toBeNull();

  vi.advanceTimersByTime(1_800_000);
  expect(await limits.take(limit, address)).toMatchObject({
    error: {
      code: 'RATE_LIMITED',
      message: 'Too many requests. Try again in 30 minutes.',
      retryAfterS: 1_800,
    },
  });
  expect(limits.hasToWait(limit, address)).toBe(true);
  expect(limits.hasToWait(limit, '198.51.100.2')).toBe(false);
  expect(limits.hasToWait('oauthByAddress', address)).toBe(false);
  vi.advanceTimersByTime(1_000_000);
  expect(limits.refused(limit, `::ffff:${address}`)).toMatchObject({ error: { retryAfterS: 800 } });
  expect(refusals).toBe(2);
  vi.advanceTimersByTime(800_001);
  expect(limits.refused(limit, address)).toBeNull();
  expect(await limits.take(limit, address)).toBeNull();
});

it.each([
  [0, 'Try again in 1 minute'],
  [1, 'Try again in 59 seconds'],
  [54, 'Try again in 6 seconds'],
  [55, 'Wait a moment and try again'],
])('says how long to wait, %i s into a minute', async (passedS, expected) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout'] });
  const limits = createRateLimits(1, null, () => undefined);
  for (let n = 0; n < 10; n += 1) await limits.take('loginByAccount', 'a');
  vi.advanceTimersByTime(passedS * 1_000);
  const message = (await limits.take('loginByAccount', 'a'))?.error.message;
  expect(message).toBe(`Too many requests. ${expected}.`);
});

it('gives waits of more than one hour in hours', async () => {
  const limits = createRateLimits(1, null, () => undefined);
  for (let n = 0; n < 5; n += 1) await limits.take('exportByMember', 1);
  expect((await limits.take('exportByMember', 1))?.error.message).toBe('Too many requests. Try again in 24 hours.');
});

const waitMessage = expect.stringMatching(
  /^Too many requests\. (?:Wait a moment and try again|Try again in (?:\d+ seconds|1 minute|\d+ minutes|\d+ hours))\.$/u,
);
it.each(keysOf(policies))('%s names a wait within its window', async (limit) => {
  // Nobody has a single point.
  const limits = createRateLimits(1e-9, null, () => undefined);
  const refusals = [await limits.take(limit, 'a'), await limits.spend(limit, 'b'), limits.refused(limit, 'a')];
  for (const refusal of refusals) {
    expect(refusal?.error).toEqual({ code: 'RATE_LIMITED', message: waitMessage, retryAfterS: expect.any(Number) });
    expect(refusal?.error.retryAfterS).toBeGreaterThan(0);
    expect(refusal?.error.retryAfterS).toBeLessThanOrEqual(policies[limit].durationS);
  }
});
