/** Returns a function that runs one work at a time, in the order of the calls. */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    // The caller handles a failure; it must not stop the next one.
    last = mine.catch(() => undefined);
    return mine;
  };
}
