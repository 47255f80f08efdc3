import { policies } from '../../platform/limits/policies.js';
import type { RateLimits } from '../../platform/limits/rate-limits.js';

const COUNTED_MAX = 100_000;

/**
 * Returns a function that counts the strangers whose presence a member asks for, so that nobody can follow all members; it returns those
 * beyond the limit. Each counts once in the limit's window: a page asks for all on it again with every change and every poll.
 */
export function createStrangersCount(
  limits: Pick<RateLimits, 'spend'>,
  findKnown: (viewerId: number, ids: readonly number[]) => Promise<number[]>,
): (viewerId: number, ids: readonly number[]) => Promise<ReadonlySet<number>> {
  /** When each pair counts again, on the monotonic clock. */
  const countedUntilMs = new Map<string, number>();
  return async (viewerId, ids) => {
    const keyOf = (id: number) => `${viewerId}:${id}`;
    const asked = [...new Set(ids)].filter((id) => (countedUntilMs.get(keyOf(id)) ?? 0) <= performance.now());
    const known = new Set(await findKnown(viewerId, asked));
    const uncounted = asked.filter((id) => !known.has(id));
    if (uncounted.length === 0) return new Set();
    if (await limits.spend('presenceByMember', viewerId, uncounted.length)) return new Set(uncounted);
    if (countedUntilMs.size >= COUNTED_MAX) countedUntilMs.clear();
    const untilMs = performance.now() + policies.presenceByMember.durationS * 1_000;
    for (const id of uncounted) countedUntilMs.set(keyOf(id), untilMs);
    return new Set();
  };
}
