import type { Presence } from '@sangam/shared/people/users';
import type { Logger } from 'pino';
import { repeat } from '../../platform/lib/timers.js';
import type { Watchers } from '../../platform/realtime/sockets/watchers.js';
import type { PresenceService } from './service.js';

/** Sends this server's watchers changes whose broadcasts were lost. */
export interface PresenceCheck {
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
  const shown = new Map<number, boolean | null>();

  const check = async () => {
    const watched = new Set(watchers.watchedMembers());
    // Done before the query, to keep presence that is sent during the query, even for newly watched members.
    for (const id of shown.keys()) if (!watched.has(id)) shown.delete(id);
    const before = new Map(shown);
    for (const each of await presence.confirmed([...watched])) {
      const known = shown.get(each.id);
      // Sent during the query, so newer than its result.
      if (known !== before.get(each.id)) continue;
      if (known !== each.is_online) watchers.toOwnWatchersOf(each);
      shown.set(each.id, each.is_online);
    }
  };
  const stop = repeat(check, {
    intervalMs: everyMs,
    onError: (error) => log.warn({ err: error }, 'presence could not be checked; trying again'),
  });

  return {
    broadcast: ({ id, is_online }) => void shown.set(id, is_online),
    answered(presences) {
      for (const { id, is_online } of presences) {
        const known = shown.get(id);
        if (known === undefined) shown.set(id, is_online);
        else if (known !== is_online) shown.set(id, null);
      }
    },
    stop: () => void stop(),
  };
}
