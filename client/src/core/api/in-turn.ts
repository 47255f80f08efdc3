import { CHANGE_TIMEOUT_MS } from './client';

/** The limit that each call of a queue needs: without it, a call that is never answered would stop all later ones. */
interface Limit {
  timeoutMs: number;
}

/** Returns a function that runs repeatable calls one at a time, in the order in which they were passed to it. */
export function inTurn(): <T>(work: (limit: Limit) => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(() => work({ timeoutMs: CHANGE_TIMEOUT_MS }));
    // The caller handles a failure; it must not stop the next one.
    last = mine.catch(() => undefined);
    return mine;
  };
}
