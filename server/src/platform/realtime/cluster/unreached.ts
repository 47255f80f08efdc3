import type { Logger } from 'pino';

/**
 * Finds servers that share this one's database but not its Redis, as after a partition with two primaries or with a wrong REDIS_URL:
 * neither would receive the other's broadcasts, and nothing else would show it. Returns a function to call at each check with the ids of
 * the other servers that have a lease, and the number of those that Redis knows. It returns true once the same servers, more than Redis
 * knows, have had leases for `afterMs`, longer than a dead server's lease lasts.
 */
export function createUnreached(
  afterMs: number,
  nowMs: () => number,
): (leased: readonly string[], known: number) => boolean {
  /** The servers that have had a lease at every check since then. */
  let lasting: { ids: readonly string[]; sinceMs: number } | null = null;
  return (leased, knownToRedis) => {
    const ids = lasting ? lasting.ids.filter((id) => leased.includes(id)) : [];
    if (leased.length <= knownToRedis) lasting = null;
    else if (ids.length > knownToRedis) lasting = { ids, sinceMs: lasting?.sinceMs ?? nowMs() };
    else lasting = { ids: leased, sinceMs: nowMs() };
    return lasting !== null && nowMs() - lasting.sinceMs >= afterMs;
  };
}

/** Like `createUnreached`, and logs when such servers are found, and when they are gone. */
export function watchUnreached(
  afterMs: number,
  { log, found, gone }: { log: Logger; found: string; gone: string },
): (leased: readonly string[], known: number) => boolean {
  const areUnreached = createUnreached(afterMs, () => performance.now());
  let wereUnreached = false;
  return (leased, knownToRedis) => {
    const now = areUnreached(leased, knownToRedis);
    if (now && !wereUnreached) log.warn(found);
    else if (wereUnreached && !now) log.info(gone);
    wereUnreached = now;
    return now;
  };
}
