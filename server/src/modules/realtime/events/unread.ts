import type { Logger } from 'pino';
import type { Timings } from '../../../timings.js';
import type { MessagesService } from '../../messages/messages.js';
import type { Push } from '../sockets/push.js';

export interface UnreadAnnouncer {
  /** This member received or read messages of the other: push their unread counts soon. */
  changed(userId: number, otherId: number): void;
}

/** Pushes at most so many counts per millisecond, however many members are active … */
const PUSHED_PER_MS = 2;
/** … and spends at most one part in so many of the time on counting. */
const BUSY_PART = 20;

/**
 * Pushes unread counts. They are absolute values, so changes within a short window are counted and pushed once, for all
 * members together; the first change after a pause is pushed at once. Only one count runs at a time: this server never
 * pushes an older count after a newer one. Across servers, the counts' versions decide.
 */
export function createUnreadAnnouncer(deps: {
  messages: MessagesService;
  push: Push;
  log: Logger;
  timings: Timings['unread'];
}): UnreadAnnouncer {
  let changed = new Map<number, Set<number>>();
  let scheduled = false;

  const add = (userId: number, otherId: number) => {
    const others = changed.get(userId);
    if (others) others.add(otherId);
    else changed.set(userId, new Set([otherId]));
  };

  const announce = async () => {
    const pairs = [...changed].flatMap(([user, others]) => [...others].map((other) => [user, other] as const));
    changed = new Map();
    const startedMs = performance.now();
    let pauseMs = deps.timings.windowMs;
    try {
      for (const { userId, unread } of await deps.messages.unreadFor(pairs))
        deps.push.toMembers([userId], 'unread:changed', unread);
    } catch (error) {
      deps.log.warn({ err: error }, 'pushing unread counts failed; trying again');
      for (const [user, other] of pairs) add(user, other);
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
      if (!deps.push.mayReach(userId)) return;
      add(userId, otherId);
      if (scheduled) return;
      scheduled = true;
      setImmediate(() => void announce());
    },
  };
}
