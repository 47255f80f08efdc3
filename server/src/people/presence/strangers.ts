import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { type Beyond, createCountOnce } from '../../platform/limits/count-once.js';
import type { RateLimits } from '../../platform/limits/rate-limits.js';
import { findKnown } from './queries.js';

/** Counts the strangers among members whose presence a viewer sees, so that nobody can follow everyone; returns those beyond the limit, or null. */
export type CountStrangers = (viewerId: number, ids: readonly number[]) => Promise<Beyond | null>;

export function createStrangersCount({
  db,
  clock,
  limits,
}: {
  db: Db;
  clock: Clock;
  limits: RateLimits;
}): CountStrangers {
  const { uncounted, count } = createCountOnce(limits, 'presenceByMember');
  return async (viewerId, ids) => {
    const asked = uncounted(viewerId, ids);
    const known = new Set(await findKnown(db, viewerId, asked, clock.now()));
    return count(
      viewerId,
      asked.filter((id) => !known.has(id)),
    );
  };
}
