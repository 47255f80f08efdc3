import { monotonicMs } from './clock';

let waitUntilMs = 0;
let limitedUntilMs = 0;

/** Returns for how many ms the server has asked to send no further reads, or 0. */
export const askedToWaitMs = (): number => Math.max(0, waitUntilMs - monotonicMs());

/** The same, only if it has because there were too many. */
export const limitedForMs = (): number => Math.max(0, limitedUntilMs - monotonicMs());

/**
 * Notes that the server has asked to wait; `isLimit`: because there were too many requests. Refused writes don't count, since they have
 * their own limits.
 */
export const noteAskedToWait = (ms: number, isLimit: boolean): void => {
  waitUntilMs = Math.max(waitUntilMs, monotonicMs() + ms);
  if (isLimit) limitedUntilMs = Math.max(limitedUntilMs, monotonicMs() + ms);
};

/** Clears it for a new sign-in. */
export const forgetAskedToWait = (): void => {
  waitUntilMs = 0;
  limitedUntilMs = 0;
};
