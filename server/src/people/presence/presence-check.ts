import type { Presence } from '@sangam/shared/people/users';
import type { Logger } from 'pino';
import { repeat } from '../../platform/lib/timers.js';
import type { Watchers } from '../../platform/realtime/sockets/watchers.js';
import type { PresenceService } from './service.js';

/** Sends this server's watchers changes whose broadcasts were lost. */
interface PresenceCheck {
  /** Notes a presence that was broadcast to all of the member's watchers. */
  broadcast(presence: Presence): void;
  /** Notes presences that one watcher got as an answer. */
  answered(presences: readonly Presence[]): void;
  stop(): void;
}

/**
 * Compares the presence that watchers see with the database. A broadcast may be lost with Redis, with a server that froze or died after it
 * stored its change, or with the answer to a sweep. Without this check, a member could stay online forever.
 */
export function createPresenceCheck(deps: {
  watchers: Watchers;
  presence: PresenceService;
  log: Logger;
  everyMs: number;
}): PresenceCheck {
  const { watchers, presence, log, everyMs } = deps;
  /** By member: whether this server's watchers see them online; null if the watchers differ. */
  const sentOnline = new Map<number, boolean | null>();

  const check = async () => {
    const watched = new Set(watchers.watchedMembers());
    // Done before the query, to keep presence that is sent during the query, even for newly watched members.
    for (const id of sentOnline.keys()) if (!watched.has(id)) sentOnline.delete(id);
    const before = new Map(sentOnline);
    for (const current of await presence.confirmed([...watched])) {
      const sent = sentOnline.get(current.id);
      // Sent during the query, so newer than its result.
      if (sent !== before.get(current.id)) continue;
      if (sent !== current.is_online) watchers.toOwnWatchersOf(current);
      sentOnline.set(current.id, current.is_online);
    }
  };
  const stop = repeat(check, {
    intervalMs: everyMs,
    onError: (error) => log.warn({ err: error }, 'presence could not be checked; trying again'),
  });

  return {
    broadcast: ({ id, is_online }) => void sentOnline.set(id, is_online),
    answered(presences) {
      for (const { id, is_online } of presences) {
        const sent = sentOnline.get(id);
        if (sent === undefined) sentOnline.set(id, is_online);
        else if (sent !== is_online) sentOnline.set(id, null);
      }
    },
    stop: () => void stop(),
  };
}
