import type { Logger } from 'pino';
import type { MessagesService } from '../messages/service.js';
import type { Push } from './push.js';

export interface UnreadAnnouncer {
  /** The member got or read something from the other: tell their devices soon. */
  changed(userId: number, otherId: number): void;
}

const WINDOW_MS = 100;
const RETRY_AFTER_MS = 1_000;
/** However many members are busy, at most so many counts are told in a millisecond … */
const TOLD_PER_MS = 2;
/** … and counting takes at most this part of the time. */
const BUSY_PART = 20;

/**
 * Announces unread counts. The values are absolute, so what changes within a short window is counted and told once, for
 * everybody together; the first change after a pause is told at once. One counting ends before the next begins: so this
 * server tells no older count after a newer one. Between servers the counts' versions tell.
 */
export function createUnreadAnnouncer(deps: { messages: MessagesService; push: Push; log: Logger }): UnreadAnnouncer {
  let dirty = new Map<number, Set<number>>();
  let scheduled = false;

  const add = (userId: number, otherId: number) => {
    const others = dirty.get(userId);
    if (others) others.add(otherId);
    else dirty.set(userId, new Set([otherId]));
  };

  const announce = async () => {
    const pairs = [...dirty].flatMap(([user, others]) => [...others].map((other) => [user, other] as const));
    dirty = new Map();
    const startedMs = performance.now();
    let pauseMs = WINDOW_MS;
    try {
      for (const { userId, unread } of await deps.messages.unreadFor(pairs))
        deps.push.toMembers([userId], 'unread:changed', unread);
    } catch (error) {
      deps.log.warn({ err: error }, 'unread counts could not be announced; trying again');
      for (const [user, other] of pairs) add(user, other);
      pauseMs = RETRY_AFTER_MS;
    }
    const spentMs = performance.now() - startedMs;
    setTimeout(next, Math.max(pauseMs, pairs.length / TOLD_PER_MS, spentMs * BUSY_PART)).unref();
  };
  const next = () => {
    scheduled = dirty.size > 0;
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
