import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import type { Logger } from 'pino';
import { pairOf } from '../../contact/contact.js';
import { repeat } from '../../platform/lib/timers.js';
import type { Watchers } from '../../platform/realtime/sockets/watchers.js';
import type { Io } from '../../platform/realtime/transport/io.js';
import type { PresenceService } from './service.js';

/** Shows presence to watchers who may see it now, and hides it from those who may not. */
interface PresenceReview {
  /** Reviews every pair with this member, on every server. `otherId`: the member whom they have just blocked or unblocked. */
  member(userId: number, otherId?: number): void;
  stop(): void;
}

/**
 * Applies a member's privacy choice, block or unblock, and the beginning or end of a deletion or suspension, to watchers as soon as it is
 * stored. Pairs with members who hide their presence, and pairs that are hidden from a watcher, are also reviewed every `everyMs`, since
 * teams and requests change too, and a broadcast may be lost. Open pages fetch a member again when their presence is hidden or shown
 * again. So the change is sent to all watchers, even where presence was hidden before, and whatever its cause, so that it reveals no
 * block. Across an earlier block nothing is sent, since nothing changes there.
 */
export function createPresenceReview(deps: {
  io: Io;
  watchers: Watchers;
  presence: PresenceService;
  log: Logger;
  /** Whether there are other servers to notify. */
  clustered: boolean;
  everyMs: number;
}): PresenceReview {
  const { io, watchers, presence, log, clustered, everyMs } = deps;

  /** Members and pairs with a change to be sent even to watchers from whom presence was hidden before. */
  const changed = new Set<number | string>();
  /** The pairs to review, by member; `hidden` stands for the regular review. */
  const pending = new Map<number | 'hidden', Watchers['hiddenPairs']>();
  // The later of two readings is shown last.
  const review = oneAtATime(async () => {
    const [batch, reviewed] = [[...pending], new Set(changed)];
    pending.clear();
    changed.clear();
    try {
      const pairs = batch.flatMap(([, pairsNow]) => pairsNow());
      for (const { viewerId, presence: visible, hidden, isBlocked } of await presence.shownBetween(pairs)) {
        const isReviewed =
          reviewed.has(pairOf(viewerId, visible.id)) ||
          (!isBlocked && (reviewed.has(viewerId) || reviewed.has(visible.id)));
        if (!hidden) watchers.showLocally(viewerId, visible);
        else if (isReviewed) watchers.hideAgainLocally(viewerId, visible.id);
        else watchers.hideLocally(viewerId, visible.id);
      }
    } catch (error) {
      for (const key of reviewed) changed.add(key);
      for (const [key, pairsNow] of batch) pending.set(key, pairsNow);
      throw error;
    }
  });
  const add = (userId: number) => pending.set(userId, () => watchers.pairsWith(userId));
  const warn = (error: unknown) =>
    log.warn({ err: error }, 'the visibility of presence could not be checked; trying again');
  const reviewOnThisServer = (userId: number, otherId?: number | null) => {
    add(userId);
    changed.add(userId);
    // A server of an earlier release sends no `otherId`.
    if (otherId) changed.add(pairOf(userId, otherId));
    review().catch(warn);
  };
  io.on('presence:reserved', reviewOnThisServer);

  const reviewPeriodically = async () => {
    for (const userId of await presence.reservedAmong(watchers.everybody())) add(userId);
    pending.set('hidden', watchers.hiddenPairs);
    await review();
  };
  const stop = repeat(reviewPeriodically, { intervalMs: everyMs, onError: warn });
  return {
    member(userId, otherId) {
      reviewOnThisServer(userId, otherId);
      if (clustered) io.serverSideEmit('presence:reserved', userId, otherId ?? null);
    },
    stop: () => void stop(),
  };
}
