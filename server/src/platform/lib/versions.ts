import { type Fail, fail } from './result.js';

/**
 * CHOICES_CHANGED for a change that was made on another version than the one it finds, which it must not replace; null for any other.
 * `seenVersion`: undefined from a client that names none, whose changes are not compared. Call it under the lock of what is changed.
 */
export const refuseOutdated = (seenVersion: number | undefined, currentVersion: number): Fail | null =>
  seenVersion === undefined || seenVersion === currentVersion ? null : fail('CHOICES_CHANGED');
