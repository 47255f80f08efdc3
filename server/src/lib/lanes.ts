/** Work that waits for its group commit. */
export interface LaneItem {
  /** Items with the same key keep their order. */
  readonly lane: number;
}

export interface Lanes<T extends LaneItem> {
  /** False when the queue is full: nothing was taken. */
  add(item: T): boolean;
  /** Resolves once everything that was added is settled. */
  drained(): Promise<void>;
}

/**
 * Group commit. What arrives while a lane's batch is being written forms its next batch, so the slower the database, the
 * larger the groups, and the fewer the statements. `write` gets a batch in order and must settle every item itself.
 */
export function createLanes<T extends LaneItem>(options: {
  lanes: number;
  batchMax: number;
  queueMax: number;
  write: (batch: T[]) => Promise<void>;
}): Lanes<T> {
  const queues = Array.from({ length: options.lanes }, () => ({ waiting: [] as T[], busy: false }));
  let queued = 0;
  const idle: (() => void)[] = [];

  const run = async (queue: (typeof queues)[number]) => {
    while (queue.waiting.length > 0) {
      const batch = queue.waiting.length <= options.batchMax ? queue.waiting : queue.waiting.slice(0, options.batchMax);
      queue.waiting = queue.waiting.length <= options.batchMax ? [] : queue.waiting.slice(options.batchMax);
      await options.write(batch);
      queued -= batch.length;
    }
    queue.busy = false;
    if (queued === 0) for (const resolve of idle.splice(0)) resolve();
  };

  return {
    add(item) {
      if (queued >= options.queueMax) return false;
      queued += 1;
      const queue = queues[item.lane % options.lanes] as (typeof queues)[number];
      queue.waiting.push(item);
      if (!queue.busy) {
        queue.busy = true;
        // Everything that the same turn of the event loop reads from its sockets joins the first batch.
        setImmediate(() => void run(queue));
      }
      return true;
    },
    drained: () => (queued === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  };
}
