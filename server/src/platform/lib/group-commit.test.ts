import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.js';

interface Item {
  key: number;
  n: number;
}

const create = ({
  lanes,
  nextAfterMs = 0,
  turns = 1,
  ...options
}: {
  lanes: number;
  nextAfterMs?: number;
  turns?: number;
  batchMax?: number;
  queueMax?: number;
  moreTurns?: (first: Item) => number;
  ms?: number;
}) => {
  const batches: Item[][] = [];
  const settled: { size: number; waitedMs: number }[] = [];
  let running = 0;
  let mostAtOnce = 0;
  const group = createGroupCommit<Item>({
    batchMax: 100,
    queueMax: 1_000,
    ...options,
    lanes: { count: lanes, nextAfterMs, turns },
    keyOf: (item) => item.key,
    async write(batch) {
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await sleep(options.ms ?? 5);
      batches.push(batch);
      running -= 1;
      return batch.length;
    },
    settled: (size, sinceMs) => void settled.push({ size, waitedMs: performance.now() - sinceMs }),
  });
  return { group, batches, settled, mostAtOnce: () => mostAtOnce };
};

it('writes items that arrive during a batch as the next one, in order', async () => {
  const { group, batches, mostAtOnce } = create({ lanes: 1 });
  for (let n = 0; n < 10; n += 1) group.add({ key: n % 2, n });
  await sleep(2);
  for (let n = 10; n < 15; n += 1) group.add({ key: n % 2, n });
  await group.drained();
  expect(batches.map((batch) => batch.map((item) => item.n))).toEqual([
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    [10, 11, 12, 13, 14],
  ]);
  expect(mostAtOnce()).toBe(1);
});

it('writes several batches at once, but one key in only one of them, in its order', async () => {
  const { group, batches, mostAtOnce } = create({ lanes: 3, ms: 150 });
  const under = new Map<number, number>();
  for (let n = 0; n < 300; n += 1) {
    group.add({ key: n % 7, n });
    if (n % 10 === 0) await sleep(1);
  }
  await group.drained();
  expect(mostAtOnce()).toBeGreaterThan(1);
  expect(batches.flat()).toHaveLength(300);
  for (const item of batches.flat()) {
    expect(item.n).toBeGreaterThan(under.get(item.key) ?? -1);
    under.set(item.key, item.n);
  }
});

it('begins a second batch only when the first takes long', async () => {
  const quick = create({ lanes: 2, nextAfterMs: 2_000, ms: 20 });
  const slow = create({ lanes: 2, nextAfterMs: 50, ms: 2_000 });
  for (const { group } of [quick, slow])
    for (let n = 0; n < 30; n += 1) {
      group.add({ key: n, n });
      await sleep(2);
    }
  await quick.group.drained();
  expect(quick.mostAtOnce()).toBe(1);
  expect(quick.batches.flat()).toHaveLength(30);
  await slow.group.drained();
  expect(slow.mostAtOnce()).toBe(2);
  // Items that wait for the second lane form one batch.
  expect(slow.batches.length).toBeLessThanOrEqual(3);
});

it('waits for items within its turns', async () => {
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  for (const { turns, sizes } of [
    { turns: 1, sizes: [1, 1] },
    { turns: 2, sizes: [2] },
  ]) {
    const { group, batches } = create({ lanes: 1, turns });
    group.add({ key: 0, n: 0 });
    await nextTurn();
    group.add({ key: 1, n: 1 });
    await group.drained();
    expect(batches.map(({ length }) => length)).toEqual(sizes);
  }
});

it('bounds batches and the queue, and accepts again once there is room', async () => {
  const { group, batches } = create({ lanes: 1, batchMax: 4, queueMax: 10, ms: 1 });
  const taken = Array.from({ length: 12 }, (_, n) => group.add({ key: n, n }));
  expect(taken.filter(Boolean)).toHaveLength(10);
  await group.drained();
  expect(batches.map((batch) => batch.length)).toEqual([4, 4, 2]);
  expect(group.add({ key: 0, n: 0 })).toBe(true);
  await group.drained();
});

it('reports for each batch when its first item arrived, and how many items are not settled yet', async () => {
  const { group, settled } = create({ lanes: 1, ms: 150 });
  group.add({ key: 0, n: 0 });
  // The first batch begins in the next turn.
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  for (let n = 1; n < 4; n += 1) group.add({ key: 0, n });
  expect(group.unsettled()).toBe(4);
  await group.drained();
  expect(group.unsettled()).toBe(0);
  expect(settled.map(({ size }) => size)).toEqual([1, 3]);
  expect(settled[0]?.waitedMs).toBeGreaterThanOrEqual(145);
  // The second batch arrived during the first one, and waited for it.
  expect(settled[1]?.waitedMs).toBeGreaterThanOrEqual(200);
});

it('waits more turns for items that gain by it', async () => {
  for (const moreTurns of [0, 3]) {
    const { group, batches } = create({ lanes: 1, moreTurns: ({ key }) => (key === 7 ? moreTurns : 0) });
    group.add({ key: 7, n: 1 });
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    group.add({ key: 7, n: 2 });
    await group.drained();
    expect(batches.map((batch) => batch.map(({ n }) => n))).toEqual(moreTurns === 0 ? [[1], [2]] : [[1, 2]]);
  }
});
