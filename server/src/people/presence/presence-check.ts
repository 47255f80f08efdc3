import type { Presence } from '@sangam/shared/people/users';
import type { Logger } from 'pino';
import { repeat } from '../../platform/lib/repeat.js';
import type { Watchers } from '../../platform/realtime/sockets/watchers.js';
import type { PresenceService } from './service.js';

/** Tells this server's watchers what a push that was lost would have told them. */
export interface PresenceCheck {
  /** All watchers of a member were told this. */
  told(presence: Presence): void;
  /** One of them was. */
  answered(presences: readonly Presence[]): void;
  stop(): void;
}

/**
 * Compares what watchers were told with the database. A push may be lost: with Redis, with a server that was frozen or
 * died after its change was stored, or with the answer to a sweep. Without this, a member would be shown online for ever.
 */
export function createPresenceCheck(deps: {
  watchers: Watchers;
  presence: PresenceService;
  log: Logger;
  everyMs: number;
}): PresenceCheck {
  const { watchers, presence, log, everyMs } = deps;
  /** By member: whether the watchers here were told that they are online; null where one was told otherwise than another. */
  const shown = new Map<number, boolean | null>();

  const check = async () => {
    const watched = new Set(watchers.watchedMembers());
    // Before the database is asked: what is told meanwhile is kept, also of who is watched only from then on.
    for (const id of shown.keys()) if (!watched.has(id)) shown.delete(id);
    const before = new Map(shown);
    for (const each of await presence.of([...watched])) {
      const known = shown.get(each.id);
      // Told while the database was asked: that is newer.
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
    told: ({ id, is_online }) => void shown.set(id, is_online),
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
