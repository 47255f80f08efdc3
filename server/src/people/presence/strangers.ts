import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Fail } from '../../platform/lib/result.js';
import { policies } from '../../platform/limits/policies.js';
import type { RateLimits } from '../../platform/limits/rate-limits.js';
import { findKnown } from './queries.js';

const COUNTED_MAX = 100_000;

/** Strangers beyond a limit, and the refusal. */
interface Beyond {
  ids: ReadonlySet<number>;
  refused: Fail;
}

/** Counts the strangers among members whom a viewer asks about; returns those beyond the limit, or null. */
export type CountStrangers = (viewerId: number, ids: readonly number[]) => Promise<Beyond | null>;

/**
 * Counts strangers, so that nobody can follow or list all members. Each counts once in the limit's window: a page asks about all on it again
 * with every change and every poll.
 */
export function createStrangersCount(
  { db, clock, limits }: { db: Db; clock: Clock; limits: RateLimits },
  limit: 'presenceByMember' | 'peopleByMember',
): CountStrangers {
  /** When each pair counts again, on the monotonic clock. */
  const countedUntilMs = new Map<string, number>();
  return async (viewerId, ids) => {
    const keyOf = (id: number) => `${viewerId}:${id}`;
    const asked = [...new Set(ids)].filter((id) => (countedUntilMs.get(keyOf(id)) ?? 0) <= performance.now());
    const known = new Set(await findKnown(db, viewerId, asked, clock.now()));
    const uncounted = asked.filter((id) => !known.has(id));
    if (uncounted.length === 0) return null;
    const refused = await limits.take(limit, viewerId, uncounted.length);
    if (refused) return { ids: new Set(uncounted), refused };
    if (countedUntilMs.size >= COUNTED_MAX) countedUntilMs.clear();
    const untilMs = performance.now() + policies[limit].durationS * 1_000;
    for (const id of uncounted) countedUntilMs.set(keyOf(id), untilMs);
    return null;
  };
}
