import { monotonicMs } from './clock';

let waitUntilMs = 0;

/** Returns for how many ms the server has asked to send no further reads, or 0. */
export const askedToWaitMs = (): number => Math.max(0, waitUntilMs - monotonicMs());

/** Notes that the server has asked to wait. Refused writes don't count, since they have their own limits. */
export const noteAskedToWait = (ms: number): void => {
  waitUntilMs = Math.max(waitUntilMs, monotonicMs() + ms);
};

/** Clears it for a new sign-in. */
export const forgetAskedToWait = (): void => {
  waitUntilMs = 0;
};
