interface GroupCommit<T> {
  /** False when the queue is full: the item was not added. */
  add(item: T): boolean;
  /** How many items were added and are not settled yet. */
  unsettled(): number;
  /** Whether an item with this key is not settled yet. */
  holds(key: number): boolean;
  /** Resolves once every added item is settled. */
  drained(): Promise<void>;
}

/** How many batches may run at once. */
export interface Lanes {
  count: number;
  /** The next batch waits until the newest running one is this old: one large batch costs less than two, but a slow one must not block the others. */
  nextAfterMs: number;
  /** How many turns of the event loop a batch waits for more items: one is what a turn reads from sockets. */
  turns: number;
}

const afterTurns = (turns: number, act: () => void): void =>
  void setImmediate(() => (turns > 1 ? afterTurns(turns - 1, act) : act()));

/**
 * Group commit: items that arrive while a batch is written form the next one, so a slower database gets larger batches and fewer
 * statements. Items with the same key are never in two batches at once, so they keep their order. `write` gets a batch in order,
 * settles every item or passes it on, and returns how many it has settled.
 */
export function createGroupCommit<T>(options: {
  lanes: Lanes;
  batchMax: number;
  queueMax: number;
  keyOf: (item: T) => number;
  /** How many more turns a batch waits if this item has waited longest, so that it grows; absent: none. */
  moreTurns?: (oldest: T) => number;
  write: (batch: T[]) => Promise<number>;
  /** Called after each batch with the number of settled items, if there are any. `sinceMs` is when its first item was added, on the clock of `performance`, or before. */
  settled: (size: number, sinceMs: number) => void;
}): GroupCommit<T> {
  const { lanes, batchMax, queueMax, keyOf, moreTurns, write, settled } = options;
  const runningKeys = new Set<number>();
  const idle: (() => void)[] = [];
  let waiting: T[] = [];
  let waitingSinceMs = 0;
  let free = lanes.count;
  let unsettled = 0;
  let scheduled = false;
  /** When the newest batch began, on the clock of `performance`. */
  let lastStartMs = 0;
  /** A timer is running until the newest batch is old enough for the next lane. */
  let timed = false;

  const takeBatch = (): T[] => {
    const batch: T[] = [];
    const remaining: T[] = [];
    for (const item of waiting) {
      if (batch.length < batchMax && !runningKeys.has(keyOf(item))) batch.push(item);
      else remaining.push(item);
    }
    waiting = remaining;
    for (const item of batch) runningKeys.add(keyOf(item));
    return batch;
  };

  const run = async (batch: T[]) => {
    const sinceMs = waitingSinceMs;
    lastStartMs = performance.now();
    free -= 1;
    const size = await write(batch);
    free += 1;
    for (const item of batch) runningKeys.delete(keyOf(item));
    unsettled -= batch.length;
    if (size > 0) settled(size, sinceMs);
    if (unsettled === 0) for (const resolve of idle.splice(0)) resolve();
    schedule();
  };

  const dispatch = () => {
    scheduled = false;
    const batch = takeBatch();
    if (batch.length === 0) return;
    void run(batch);
    schedule();
  };

  const schedule = () => {
    const [oldest] = waiting;
    if (scheduled || free === 0 || oldest === undefined) return;
    const waitMs = free === lanes.count ? 0 : lastStartMs + lanes.nextAfterMs - performance.now();
    if (waitMs > 0) {
      if (timed) return;
      timed = true;
      setTimeout(() => {
        timed = false;
        schedule();
      }, Math.ceil(waitMs));
      return;
    }
    scheduled = true;
    afterTurns(lanes.turns + (moreTurns?.(oldest) ?? 0), dispatch);
  };

  return {
    add(item) {
      if (unsettled >= queueMax) return false;
      unsettled += 1;
      if (waiting.push(item) === 1) waitingSinceMs = performance.now();
      schedule();
      return true;
    },
    unsettled: () => unsettled,
    holds: (key) => runningKeys.has(key) || waiting.some((item) => keyOf(item) === key),
    drained: () => (unsettled === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  };
}
