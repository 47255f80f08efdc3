import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WAITS_MAX_MS } from '../../core/offline/wait-for-lists';
import { fakeServer } from '../../testing/fake-server';
import { forgetSuitedAfter, suitedAfter } from './suited-after';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const serve = () =>
  fakeServer({ 'GET /api/projects/suited': () => ({ body: { success: true, data: { projects: [] } } }) });

it('drops an answer that no page has used', async () => {
  const { calls } = serve();
  const first = suitedAfter(7);
  await first;
  expect(suitedAfter(7)).toBe(first);
  await vi.advanceTimersByTimeAsync(WAITS_MAX_MS);
  await suitedAfter(7);
  expect(calls).toHaveLength(2);
});

it('keeps the answer of a later visit', async () => {
  serve();
  await suitedAfter(7);
  await vi.advanceTimersByTimeAsync(WAITS_MAX_MS - 1);
  forgetSuitedAfter(7);
  const second = suitedAfter(7);
  await vi.advanceTimersByTimeAsync(1);
  expect(suitedAfter(7)).toBe(second);
});
