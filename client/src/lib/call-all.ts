import { logFailure } from './log';

/** Calls all of these in order. One that throws is logged, and doesn't keep the others from being called. */
export function callAll(calls: Iterable<() => unknown>): void {
  for (const call of calls) {
    try {
      call();
    } catch (error) {
      logFailure('A step failed', error);
    }
  }
}
