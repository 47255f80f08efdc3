import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withCache } from './database';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('gives up a storage that never answers, and closes it if it does later', async () => {
  const opening: { onsuccess?: () => void; result?: object } = {};
  vi.stubGlobal('indexedDB', { open: () => opening });
  const work = vi.fn(async () => 'read');
  const found = withCache('readonly', work);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await found).toBeNull();
  expect(work).not.toHaveBeenCalled();
  const close = vi.fn();
  const transaction: { oncomplete?: () => void; objectStore: () => object } = { objectStore: () => ({}) };
  opening.result = { transaction: () => transaction, close };
  opening.onsuccess?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledOnce();
  transaction.oncomplete?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(close).toHaveBeenCalledOnce();
});
