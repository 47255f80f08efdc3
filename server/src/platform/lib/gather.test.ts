import { expect, it } from 'vitest';
import { createGather } from './gather.js';

/** Reads that end when the test lets them. */
function heldReads(lanes: number, keysMax = 100) {
  const reads: { keys: number[]; end(error?: Error): void }[] = [];
  const get = createGather<number, string>({
    lanes,
    keysMax,
    read: (keys) =>
      new Promise((resolve, reject) => {
        reads.push({ keys, end: (error) => (error ? reject(error) : resolve(keys.map((key) => `value ${key}`))) });
      }),
  });
  return { reads, get, keys: () => reads.map((read) => read.keys) };
}
const nextTurn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

it('reads at once the requests of one turn, and gathers the rest while its lanes are busy', async () => {
  const { reads, get, keys } = heldReads(2);
  const first = [get(1), get(2)];
  await nextTurn();
  const second = get(3);
  await nextTurn();
  const third = [get(4), get(5)];
  await nextTurn();
  third.push(get(6));
  await nextTurn();
  expect(keys()).toEqual([[1, 2], [3]]);
  reads[1]?.end();
  await nextTurn();
  expect(keys()).toEqual([[1, 2], [3], [4, 5, 6]]);
  for (const { end } of reads) end();
  expect(await Promise.all([...first, second, ...third])).toEqual([1, 2, 3, 4, 5, 6].map((key) => `value ${key}`));
});

it('limits the keys in one read', async () => {
  const { reads, get, keys } = heldReads(1, 2);
  const all = [1, 2, 3].map(get);
  await nextTurn();
  expect(keys()).toEqual([[1, 2]]);
  reads[0]?.end();
  await nextTurn();
  expect(keys()).toEqual([[1, 2], [3]]);
  reads[1]?.end();
  expect(await Promise.all(all)).toHaveLength(3);
});

it('fails the keys of the failed read, and continues', async () => {
  const { reads, get } = heldReads(1);
  const failed = [get(1), get(2)];
  await nextTurn();
  const next = get(3);
  reads[0]?.end(new Error('gone'));
  expect((await Promise.allSettled(failed)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await nextTurn();
  reads[1]?.end();
  expect(await next).toBe('value 3');
});
