import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { LiveContext } from '../../platform/realtime/live.js';
import { findContacts, findProfileViewers, type SelectContacts } from './contacts.queries.js';

/** The parts of a profile that many pages show. */
type ShownPart = 'name' | 'picture';

/** The most viewers to notify per server, to limit the cost of a rename. Others see the change with their next refresh. */
const VIEWERS_MAX = 1_000;

/**
 * Returns a function that sends a member's changed name or picture to everybody who may have it on an open page: members with whom they
 * share a conversation, team or request, and those who watch their presence. Each server notifies its own sockets, each viewer gets one
 * event, and several changes in a row become one. A viewer who misses the event gets the change with the next refresh.
 */
export function createProfileBroadcast(
  deps: Pick<LiveContext, 'io' | 'local' | 'broadcast' | 'watchers' | 'clustered' | 'eventsLost'> & {
    db: Db;
    clock: Clock;
    contactSelections: readonly SelectContacts[];
    log: Logger;
  },
): (userId: number, part: ShownPart) => void {
  const { io, local, broadcast, watchers, clustered, eventsLost, db, clock, contactSelections, log } = deps;
  const pending = new Map<number, Set<ShownPart>>();

  const send = async (userId: number, parts: ReadonlySet<ShownPart>): Promise<void> => {
    const contacts = (await findContacts(db, userId, contactSelections)).filter(local.mayReach);
    const viewers = new Set([...watchers.viewersOf(userId), ...contacts]);
    viewers.delete(userId);
    if (viewers.size === 0) return;
    const found = await findProfileViewers(db, userId, [...viewers].slice(0, VIEWERS_MAX), clock.now());
    const readers = found.filter(({ has_page }) => has_page);
    const idsOf = (list: typeof found) => list.map(({ id }) => id);
    if (parts.has('picture')) local.toMembers(idsOf(readers), 'picture:changed', { id: userId });
    const [{ name } = { name: null }] = found;
    if (parts.has('name') && name !== null) local.toMembers(idsOf(found), 'member:renamed', { id: userId, name });
  };
  // The later of two readings is sent last.
  const sendPending = oneAtATime(async () => {
    const batch = [...pending];
    pending.clear();
    for (const [userId, parts] of batch) await send(userId, parts);
  });
  const sendLocally = (userId: number, part: ShownPart): void => {
    pending.set(userId, (pending.get(userId) ?? new Set()).add(part));
    sendPending().catch((error: unknown) => {
      log.warn({ err: error }, 'a changed profile could not be broadcast; all members refresh');
      eventsLost();
    });
  };
  io.on('profile:shown', sendLocally);

  return (userId, part) => {
    if (part === 'picture') broadcast.toMembers([userId], 'picture:changed', { id: userId });
    sendLocally(userId, part);
    if (clustered) io.serverSideEmit('profile:shown', userId, part);
  };
}
