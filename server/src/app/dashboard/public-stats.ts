import type { PublicStats } from '@sangam/shared/app/dashboard';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { countForEverybody } from './queries.js';
import type { Uptime } from './uptime.js';

const DAY_MS = 86_400_000;
const ACTIVE_MS = 30 * DAY_MS;
const FRESH_MS = 5_000;

/**
 * Counts that anybody may see, cached for 5 s: visitors cannot make the database count on every request.
 */
export function createPublicStats({ db, clock, uptime }: { db: Db; clock: Clock; uptime: Uptime }) {
  let latest: { countedMs: number; stats: Promise<PublicStats> } | null = null;

  const count = async (nowMs: number): Promise<PublicStats> => {
    const since = {
      seenSince: new Date(nowMs - ACTIVE_MS),
      activeSince: new Date(nowMs - projectServerLimits.listedForMs),
    };
    const counts = await countForEverybody(db, since);
    return { ...counts, uptime: await uptime.percent() };
  };

  return (): Promise<PublicStats> => {
    const countedMs = clock.monotonicMs();
    if (latest && countedMs - latest.countedMs < FRESH_MS) return latest.stats;
    const counted = { countedMs, stats: count(clock.nowMs()) };
    latest = counted;
    // A failure is not cached.
    counted.stats.catch(() => {
      if (latest === counted) latest = null;
    });
    return counted.stats;
  };
}
