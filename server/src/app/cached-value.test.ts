import { expect, it } from 'vitest';
import { cacheValue } from './cached-value.js';

function kept() {
  let nowMs = 0;
  const computed: { resolve(value: string): void; reject(error: Error): void }[] = [];
  const warnings: unknown[] = [];
  const get = cacheValue({
    compute: () => new Promise<string>((resolve, reject) => void computed.push({ resolve, reject })),
    freshMs: 10,
    staleMs: 100,
    patienceMs: 20,
    clock: { monotonicMs: () => nowMs },
    log: { warn: (...args: unknown[]) => void warnings.push(args) },
  });
  return { get, computed, warnings, pass: (ms: number) => (nowMs += ms) };
}

it('is computed once for concurrent callers, and again once it is old', async () => {
  const { get, computed, pass } = kept();
  const both = [get(), get()];
  computed[0]?.resolve('first');
  expect(await Promise.all(both)).toEqual(['first', 'first']);
  pass(9);
  expect(await get()).toBe('first');
  expect(computed).toHaveLength(1);
  pass(91);
  const later = get();
  computed[1]?.resolve('second');
  expect(await later).toBe('second');
});

it('keeps no caller waiting long while it is recomputed', async () => {
  const { get, computed, pass } = kept();
  const first = get();
  computed[0]?.resolve('first');
  await first;
  pass(99);
  expect(await get()).toBe('first');
  expect(await get()).toBe('first');
  expect(computed).toHaveLength(2);
  computed[1]?.resolve('second');
  await new Promise(setImmediate);
  expect(await get()).toBe('second');
  pass(10);
  const third = get();
  computed[2]?.resolve('third');
  expect(await third).toBe('third');
});

it('retries after a failure, and returns the old value in the meantime', async () => {
  const { get, computed, warnings, pass } = kept();
  const failing = get();
  computed[0]?.reject(new Error('down'));
  await expect(failing).rejects.toThrow('down');
  const first = get();
  computed[1]?.resolve('first');
  expect(await first).toBe('first');
  pass(50);
  const old = get();
  computed[2]?.reject(new Error('down'));
  expect(await old).toBe('first');
  expect(warnings).toHaveLength(1);
  expect(await get()).toBe('first');
  expect(computed).toHaveLength(4);
});
