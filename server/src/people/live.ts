import type { peopleClientEvents } from '@sangam/shared/people/events';
import type { Presence, User } from '@sangam/shared/people/users';
import type { Logger } from 'pino';
import type { Db } from '../platform/db/database.js';
import type { Clock } from '../platform/lib/clock.js';
import { ok } from '../platform/lib/result.js';
import type { Live, LiveContext } from '../platform/realtime/live.js';
import { createPresenceCheck } from './presence/presence-check.js';
import { createPresenceReview } from './presence/presence-review.js';
import type { PresenceService } from './presence/service.js';
import { recountWatchedStrangers } from './presence/watched-strangers.js';
import type { SelectContacts } from './profile/contacts.queries.js';
import { createProfileBroadcast } from './profile/profile-broadcast.js';

interface PeopleEvents {
  'sessions:ended': { session_ids: string[] };
  'profile:changed': User;
  'member:renamed': { user_id: number };
  'picture:changed': { user_id: number };
  'presence:changed': Presence;
  /**
   * Which presence the member and others may see has changed by the member's choice, block or unblock, or by the beginning or end of a
   * deletion or suspension. `other_id`: the member whom they blocked or unblocked.
   */
  'presence:reserved': { user_id: number; other_id?: number };
}

declare module '../platform/events.js' {
  interface DomainEvents extends PeopleEvents {}
}

const idsOf = (presences: readonly Presence[]) => presences.map(({ id }) => id);
/** Splits the members into those whose changes the viewer receives, and the others. */
const splitByWatched = ({
  presences,
  watchable,
}: {
  presences: readonly Presence[];
  watchable: readonly Presence[];
}) => {
  const watchedIds = new Set(idsOf(watchable));
  return [[...watchedIds], idsOf(presences).filter((id) => !watchedIds.has(id))] as const;
};

export function peopleLive(
  context: LiveContext,
  {
    db,
    clock,
    presence,
    contactSelections,
    log,
    checkMs,
    recountMs,
  }: {
    db: Db;
    clock: Clock;
    presence: PresenceService;
    contactSelections: readonly SelectContacts[];
    log: Logger;
    checkMs: number;
    recountMs: number;
  },
) {
  const { io, broadcast, watchers, sessions, clustered } = context;
  const check = createPresenceCheck({ watchers, presence, log, everyMs: checkMs });
  watchers.onShown((presence) => check.answered([presence]));
  const profileChanged = createProfileBroadcast({ ...context, db, clock, contactSelections, log });
  const review = createPresenceReview({ io, watchers, presence, log, clustered, everyMs: checkMs });
  const stopRecount = recountWatchedStrangers({ watchers, presence, log, everyMs: recountMs });

  return {
    clientEvents: {
      'presence:report': {
        limit: 'eventByMember',
        isAside: true,
        handle: async ({ data, id }, payload, respond) =>
          respond(ok(await presence.reportFromSocket(id, data.member.id, payload))),
      },
      'presence:watch': {
        limit: 'eventByMember',
        isAside: true,
        handle: async (socket, payload, respond) => {
          const member = socket.data.member.id;
          const before = await presence.askedFor(member, payload.userIds);
          watchers.watchMembers(socket, ...splitByWatched(before));
          // From here on, changes are broadcast to this socket. Presence is read again, since an earlier change was not.
          const current = await presence.shownTo(member, idsOf(before.presences));
          watchers.watchMembers(socket, ...splitByWatched(current));
          check.answered(current.watchable);
          respond(ok(current.presences));
        },
      },
    },
    audiences: {
      'sessions:ended': ({ session_ids }) => sessions.end(session_ids),
      'profile:changed': (user) => {
        sessions.rename(user.id, user.name);
        broadcast.toMembers([user.id], 'profile:changed', user);
      },
      'member:renamed': ({ user_id }) => profileChanged(user_id, 'name'),
      'picture:changed': ({ user_id }) => profileChanged(user_id, 'picture'),
      'presence:changed': (memberPresence) => {
        watchers.toWatchersOf(memberPresence);
        check.broadcast(memberPresence);
      },
      'presence:reserved': ({ user_id, other_id }) => review.member(user_id, other_id),
    },
    socketOpened: presence.socketOpened,
    socketClosed: presence.socketClosed,
    stop() {
      check.stop();
      review.stop();
      stopRecount();
    },
  } satisfies Live<keyof typeof peopleClientEvents, keyof PeopleEvents>;
}
