import type { Logger } from 'pino';
import type { Broadcast } from '../../platform/realtime/sockets/broadcast.js';
import type { Timings } from '../../platform/timings.js';
import type { UnreadService } from './service.js';

export interface UnreadAnnouncer {
  /** This member received or read messages of the other: push their unread counts soon. */
  changed(userId: number, otherId: number): void;
}

/** WebPush at most so many counts per millisecond, however many members are active … */
const PUSHED_PER_MS = 2;
/** … and spends at most one part in so many of the time on counting. */
const BUSY_PART = 20;

/**
 * WebPush unread counts. They are absolute values, so changes within a short window are counted and pushed once, for all
 * members together; the first change after a pause is pushed at once, and a busy member is told less often. Only one count
 * runs at a time: this server never pushes an older count after a newer one. Across servers, the counts' versions decide.
 */
export function createUnreadAnnouncer(deps: {
  unread: Pick<UnreadService, 'unreadFor'>;
  broadcast: Broadcast;
  log: Logger;
  timings: Timings['unread'];
}): UnreadAnnouncer {
  const changed = new Map<number, Set<number>>();
  /** When members were told, for as long as it holds them back. */
  const toldMs = new Map<number, number>();
  let scheduled = false;

  const add = (userId: number, otherId: number) => {
    const others = changed.get(userId);
    if (others) others.add(otherId);
    else changed.set(userId, new Set([otherId]));
  };

  /** Takes what those are to be told who were not told a moment ago. */
  const takeDue = (nowMs: number) => {
    for (const [user, ms] of toldMs) if (nowMs - ms >= deps.timings.memberWindowMs) toldMs.delete(user);
    const due = [...changed].filter(([user]) => !toldMs.has(user));
    for (const [user] of due) {
      changed.delete(user);
      toldMs.set(user, nowMs);
    }
    return due.flatMap(([user, others]) => [...others].map((other) => [user, other] as const));
  };

  const announce = async () => {
    const startedMs = performance.now();
    const pairs = takeDue(startedMs);
    let pauseMs = deps.timings.windowMs;
    try {
      if (pairs.length > 0)
        for (const { userId, unread } of await deps.unread.unreadFor(pairs))
          deps.broadcast.toMembers([userId], 'unread:changed', unread);
    } catch (error) {
      deps.log.warn({ err: error }, 'pushing unread counts failed; trying again');
      for (const [user, other] of pairs) {
        add(user, other);
        toldMs.delete(user);
      }
      pauseMs = deps.timings.retryMs;
    }
    const spentMs = performance.now() - startedMs;
    setTimeout(next, Math.max(pauseMs, pairs.length / PUSHED_PER_MS, spentMs * BUSY_PART)).unref();
  };
  const next = () => {
    scheduled = changed.size > 0;
    if (scheduled) void announce();
  };

  return {
    changed(userId, otherId) {
      if (!deps.broadcast.mayReach(userId)) return;
      add(userId, otherId);
      if (scheduled) return;
      scheduled = true;
      setImmediate(() => void announce());
    },
  };
}
