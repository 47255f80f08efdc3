import type { Fail } from '../lib/result.js';
import { policies } from './policies.js';
import type { RateLimits } from './rate-limits.js';

const COUNTED_MAX = 100_000;

/** Members beyond a limit, and the refusal. */
export interface Beyond {
  ids: ReadonlySet<number>;
  refused: Fail;
}

/** Counts each member about whom another asks once in a limit's window: a page asks about all on it again with every change and every poll. */
export interface CountOnce {
  /** The ids that would count now. */
  uncounted(askerId: number, ids: readonly number[]): number[];
  /** Counts those that haven't been counted; returns them if they are beyond the limit, or null. */
  count(askerId: number, ids: readonly number[]): Promise<Beyond | null>;
}

export function createCountOnce(
  limits: Pick<RateLimits, 'take'>,
  limit: 'presenceByMember' | 'peopleByMember',
): CountOnce {
  /** When each pair counts again, on the monotonic clock. */
  const countedUntilMs = new Map<string, number>();
  const keyOf = (askerId: number, id: number) => `${askerId}:${id}`;
  const uncounted = (askerId: number, ids: readonly number[]) =>
    [...new Set(ids)].filter((id) => (countedUntilMs.get(keyOf(askerId, id)) ?? 0) <= performance.now());
  return {
    uncounted,
    async count(askerId, ids) {
      const asked = uncounted(askerId, ids);
      if (asked.length === 0) return null;
      const refused = await limits.take(limit, askerId, asked.length);
      if (refused) return { ids: new Set(asked), refused };
      if (countedUntilMs.size >= COUNTED_MAX) countedUntilMs.clear();
      const untilMs = performance.now() + policies[limit].durationS * 1_000;
      for (const id of asked) countedUntilMs.set(keyOf(askerId, id), untilMs);
      return null;
    },
  };
}
