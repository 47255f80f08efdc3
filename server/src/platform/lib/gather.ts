interface PendingRead<K, V> {
  key: K;
  resolve(value: V): void;
  reject(error: unknown): void;
}

/**
 * Gathers single reads: those that wait while `lanes` reads are running form the next one, so that a busy database gets fewer
 * statements, and an idle one gets them at once. `read` returns a value for each key, in order; when it fails, all of its keys
 * fail. A read begins after each of its keys was requested.
 */
export function createGather<K, V>(options: {
  lanes: number;
  keysMax: number;
  read: (keys: K[]) => Promise<V[]>;
}): (key: K) => Promise<V> {
  const { lanes, keysMax, read } = options;
  const pending: PendingRead<K, V>[] = [];
  let free = lanes;
  let scheduled = false;

  const settle = async (batch: PendingRead<K, V>[]): Promise<void> => {
    free -= 1;
    try {
      const values = await read(batch.map(({ key }) => key));
      // `read` has returned a value for each key.
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as V);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    free += 1;
    schedule();
  };

  const dispatch = () => {
    scheduled = false;
    while (free > 0 && pending.length > 0) void settle(pending.splice(0, keysMax));
  };

  // All requests in one turn of the event loop form one read.
  const schedule = () => {
    if (scheduled || free === 0 || pending.length === 0) return;
    scheduled = true;
    setImmediate(dispatch);
  };

  return (key) =>
    new Promise<V>((resolve, reject) => {
      pending.push({ key, resolve, reject });
      schedule();
    });
}
