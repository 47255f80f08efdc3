import { waitWords } from '@sangam/shared/core/time';
import { type Fail, fail } from '../lib/result.js';
import { idOf, type LimitName } from './policies.js';

const REFUSALS_MAX = 50_000;

/** For a wait this short, the message names no time. */
const MOMENT_S = 5;

const tooMany = (retryAfterS: number): Fail =>
  fail('RATE_LIMITED', {
    retryAfterS,
    ...(retryAfterS > MOMENT_S ? { message: `Too many requests. Try again in ${waitWords(retryAfterS)}.` } : {}),
  });

/** The refused keys. Each stays refused, without being counted, until its limit's window ends. */
export function createRefusals(onRefused: (limit: LimitName) => void) {
  /** When each key's wait ends, on the monotonic clock. */
  const untilMs = new Map<string, number>();

  const refuse = (name: LimitName, waitMs: number): Fail => {
    onRefused(name);
    return tooMany(Math.max(1, Math.ceil(waitMs / 1_000)));
  };

  /** 0: the key was not refused, or its wait is over. The map is nearly always empty. */
  const waitMsOf = (name: LimitName, key: string | number): number => {
    if (untilMs.size === 0) return 0;
    const id = idOf(name, key);
    const waitMs = (untilMs.get(id) ?? 0) - performance.now();
    if (waitMs <= 0) untilMs.delete(id);
    return Math.max(0, waitMs);
  };

  return {
    hasToWait: (name: LimitName, key: string | number): boolean => waitMsOf(name, key) > 0,
    refused(name: LimitName, key: string | number): Fail | null {
      const waitMs = waitMsOf(name, key);
      return waitMs > 0 ? refuse(name, waitMs) : null;
    },
    /** Refuses the key from now on, for this long. */
    begin(name: LimitName, key: string | number, waitMs: number): Fail {
      if (untilMs.size >= REFUSALS_MAX) untilMs.clear();
      untilMs.set(idOf(name, key), performance.now() + waitMs);
      return refuse(name, waitMs);
    },
  };
}
