import type { Logger } from 'pino';
import type { Broadcast } from '../../platform/realtime/sockets/broadcast.js';
import type { Timings } from '../../platform/timings.js';
import type { UnreadService } from './service.js';

export interface UnreadAnnouncer {
  /** This member's unread count in the conversation changed: broadcasts it soon. */
  changed(userId: number, conversationId: number): void;
  /** Broadcasts now what would wait. Rejects if it could not be counted. */
  finish(): Promise<void>;
}

/** Bounds the broadcasts, however many members are active. */
const BROADCAST_PER_MS = 2;
/** Counting takes at most this fraction of the time: one part in 20. */
const BUSY_PART = 20;

/**
 * Broadcasts unread counts. They are absolute values, so changes within a short window are counted and sent once, for all members
 * together; the first change after a pause is sent at once, and a busy member's less often. Only one count runs at a time, so this
 * server never sends an older count after a newer one. Across servers, the counts' versions decide.
 */
export function createUnreadAnnouncer(deps: {
  unread: Pick<UnreadService, 'unreadFor'>;
  broadcast: Broadcast;
  log: Logger;
  timings: Timings['unread'];
}): UnreadAnnouncer {
  const changed = new Map<number, Set<number>>();
  /** When counts were last sent to members whose next ones have to wait. */
  const sentMs = new Map<number, number>();
  let scheduled = false;
  let isFinishing = false;
  let running = Promise.resolve();

  const add = (userId: number, conversationId: number) => {
    const conversations = changed.get(userId);
    if (conversations) conversations.add(conversationId);
    else changed.set(userId, new Set([conversationId]));
  };

  /** Takes the pairs of members whose window is over. */
  const takeDue = (nowMs: number) => {
    for (const [user, ms] of sentMs) if (nowMs - ms >= deps.timings.memberWindowMs) sentMs.delete(user);
    const due = [...changed].filter(([user]) => isFinishing || !sentMs.has(user));
    for (const [user] of due) {
      changed.delete(user);
      sentMs.set(user, nowMs);
    }
    return due.flatMap(([user, conversations]) => [...conversations].map((id) => [user, id] as const));
  };

  const announce = async () => {
    const startedMs = performance.now();
    const pairs = takeDue(startedMs);
    let pauseMs = deps.timings.windowMs;
    try {
      if (pairs.length > 0)
        for (const { userId, unread } of await deps.unread.unreadFor(pairs))
          if (unread.conversation.id === undefined) deps.broadcast.toTeam([userId], 'unread:changed', unread);
          else deps.broadcast.toMembers([userId], 'unread:changed', unread);
    } catch (error) {
      deps.log.warn({ err: error }, 'unread counts could not be broadcast; trying again');
      for (const [user, conversation] of pairs) {
        add(user, conversation);
        sentMs.delete(user);
      }
      pauseMs = deps.timings.retryMs;
    }
    const spentMs = performance.now() - startedMs;
    setTimeout(next, Math.max(pauseMs, pairs.length / BROADCAST_PER_MS, spentMs * BUSY_PART)).unref();
  };
  const start = () => {
    running = announce();
  };
  const next = () => {
    scheduled = changed.size > 0;
    if (scheduled) start();
  };

  return {
    changed(userId, conversationId) {
      if (!deps.broadcast.mayReach(userId)) return;
      add(userId, conversationId);
      if (scheduled) return;
      scheduled = true;
      setImmediate(start);
    },
    async finish() {
      isFinishing = true;
      await running;
      if (changed.size > 0) await announce();
      if (changed.size > 0) throw new Error('Unread counts were not broadcast.');
    },
  };
}
