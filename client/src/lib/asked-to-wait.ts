import { monotonicMs } from './clock';

let waitUntilMs = 0;

/** How long the server has asked to wait with further reads; 0 when it has not, or the time is over. */
export const askedToWaitMs = (): number => Math.max(0, waitUntilMs - monotonicMs());

/** Notes that the server has asked so. A refused change says nothing about reads: it has a limit of its own. */
export const noteAskedToWait = (ms: number): void => {
  waitUntilMs = Math.max(waitUntilMs, monotonicMs() + ms);
};

/** Another member, or the same one anew: what was asked of the last one is over. */
export const forgetAskedToWait = (): void => {
  waitUntilMs = 0;
};
