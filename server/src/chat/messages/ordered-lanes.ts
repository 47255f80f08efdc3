/** A queue that runs several items at once, one in each lane. */
interface OrderedLanes<T> {
  /** Adds an item, which starts in a later turn; false, without adding it, when the queue is full. */
  add(item: T): boolean;
  /** How many items were added and are not done yet. */
  unsettled(): number;
  /** Resolves once every added item is done. */
  drained(): Promise<void>;
}

/**
 * Runs one item per lane. Items with the same `orderKeyOf` are done in the order in which they were added; items with the same
 * `exclusiveKeyOf` never run at once. An item that must wait for another one waits outside the lanes, so later items that need not wait
 * pass it.
 */
export function createOrderedLanes<T>(options: {
  lanes: number;
  queueMax: number;
  orderKeyOf: (item: T) => number;
  exclusiveKeyOf: (item: T) => number;
  /** Must not throw. */
  run: (item: T) => Promise<void>;
}): OrderedLanes<T> {
  const { lanes, queueMax, orderKeyOf, exclusiveKeyOf, run } = options;
  const orders = new Set<number>();
  const runningKeys = new Set<number>();
  const waiting: T[] = [];
  const idle: (() => void)[] = [];
  let running = 0;

  const takeNext = (): T | undefined => {
    const passed = new Set<number>();
    for (const [index, item] of waiting.entries()) {
      const order = orderKeyOf(item);
      if (orders.has(order) || passed.has(order)) continue;
      if (!runningKeys.has(exclusiveKeyOf(item))) return waiting.splice(index, 1)[0];
      passed.add(order);
    }
    return undefined;
  };

  const start = async (item: T) => {
    running += 1;
    orders.add(orderKeyOf(item));
    runningKeys.add(exclusiveKeyOf(item));
    await Promise.resolve();
    await run(item);
    running -= 1;
    orders.delete(orderKeyOf(item));
    runningKeys.delete(exclusiveKeyOf(item));
    if (running + waiting.length === 0) for (const resolve of idle.splice(0)) resolve();
    fill();
  };

  const fill = () => {
    while (running < lanes) {
      const item = takeNext();
      if (item === undefined) return;
      void start(item);
    }
  };

  return {
    add(item) {
      if (running + waiting.length >= queueMax) return false;
      waiting.push(item);
      fill();
      return true;
    },
    unsettled: () => running + waiting.length,
    drained: () => (running + waiting.length === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  };
}
