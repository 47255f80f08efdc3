import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createOrderedLanes } from './ordered-lanes.js';

interface Item {
  name: string;
  order: number;
  exclusiveKey: number;
}

/** Lanes whose items run until `finish` ends them; collects the names of running and finished ones. */
function heldLanes({ lanes, queueMax = 100 }: { lanes: number; queueMax?: number }) {
  const running = new Map<string, () => void>();
  const done: string[] = [];
  const queue = createOrderedLanes<Item>({
    lanes,
    queueMax,
    orderKeyOf: ({ order }) => order,
    exclusiveKeyOf: ({ exclusiveKey }) => exclusiveKey,
    async run({ name }) {
      await new Promise<void>((resolve) => running.set(name, resolve));
      running.delete(name);
      done.push(name);
    },
  });
  return {
    queue,
    done,
    add: (name: string, order: number, exclusiveKey: number) => queue.add({ name, order, exclusiveKey }),
    async running() {
      await nextTurn();
      return [...running.keys()];
    },
    async finish(name: string) {
      await nextTurn();
      running.get(name)?.();
      await nextTurn();
    },
  };
}

it('runs as many items at once as it has lanes', async () => {
  const { add, running, finish } = heldLanes({ lanes: 3 });
  for (const n of [1, 2, 3, 4, 5]) add(`item ${n}`, n, n);
  expect(await running()).toEqual(['item 1', 'item 2', 'item 3']);
  await finish('item 2');
  expect(await running()).toEqual(['item 1', 'item 3', 'item 4']);
});

it('runs items of the same order one after the other, whatever their places', async () => {
  const { add, running, finish } = heldLanes({ lanes: 3 });
  add('first', 1, 1);
  add('second', 1, 2);
  add('third', 1, 1);
  add('of another', 2, 3);
  expect(await running()).toEqual(['first', 'of another']);
  await finish('first');
  expect(await running()).toEqual(['of another', 'second']);
  await finish('second');
  expect(await running()).toEqual(['of another', 'third']);
});

it('runs one item per place at a time, and gives the other lanes to later items meanwhile', async () => {
  const { add, running, finish } = heldLanes({ lanes: 2 });
  add('in place', 1, 7);
  add('waits for the place', 2, 7);
  // Follows the previous item, so it waits as well.
  add('the same order', 2, 8);
  add('elsewhere', 3, 9);
  expect(await running()).toEqual(['in place', 'elsewhere']);
  await finish('elsewhere');
  expect(await running()).toEqual(['in place']);
  await finish('in place');
  await finish('waits for the place');
  expect(await running()).toEqual(['the same order']);
});

it('refuses more items than fit, and is drained once all are done', async () => {
  const { queue, add, finish, done } = heldLanes({ lanes: 1, queueMax: 2 });
  expect([add('one', 1, 1), add('two', 2, 2), add('three', 3, 3)]).toEqual([true, true, false]);
  expect(queue.unsettled()).toBe(2);
  let isDrained = false;
  void queue.drained().then(() => {
    isDrained = true;
  });
  await finish('one');
  expect(isDrained).toBe(false);
  await finish('two');
  await nextTurn();
  expect(isDrained).toBe(true);
  expect(done).toEqual(['one', 'two']);
  await queue.drained();
});
