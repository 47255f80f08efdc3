import { expect, it } from 'vitest';
import { createLanes } from './lanes.js';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('writes what arrives during a batch as the next one, in order, one batch of a lane at a time', async () => {
  const batches: number[][] = [];
  let running = 0;
  const lanes = createLanes<{ lane: number; n: number }>({
    lanes: 2,
    batchMax: 100,
    queueMax: 1_000,
    async write(batch) {
      running += 1;
      expect(running).toBe(1);
      await wait(5);
      batches.push(batch.map((item) => item.n));
      running -= 1;
    },
  });
  for (let n = 0; n < 10; n += 1) lanes.add({ lane: 0, n });
  await wait(2);
  for (let n = 10; n < 15; n += 1) lanes.add({ lane: 2, n });
  await lanes.drained();
  expect(batches).toEqual([
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    [10, 11, 12, 13, 14],
  ]);
});

it('bounds batches and the queue, and takes again once there is room', async () => {
  const sizes: number[] = [];
  const lanes = createLanes<{ lane: number }>({
    lanes: 1,
    batchMax: 4,
    queueMax: 10,
    async write(batch) {
      await wait(1);
      sizes.push(batch.length);
    },
  });
  const taken = Array.from({ length: 12 }, () => lanes.add({ lane: 0 }));
  expect(taken.filter(Boolean)).toHaveLength(10);
  await lanes.drained();
  expect(sizes).toEqual([4, 4, 2]);
  expect(lanes.add({ lane: 0 })).toBe(true);
  await lanes.drained();
});
