import type { Presence } from '@sangam/shared/people/users';
import { useConnection } from '../../core/realtime/connection-status';
import { createTable, type Moment } from '../../core/store/table';

/** Whether a member is online and when they last were, by their id. */
export const presence = createTable<Presence>();

/** Merges the presence in an answer that may hold other fields. */
export const mergePresence = (answered: readonly Presence[], asked: Moment): void =>
  presence.merge(
    answered.map(({ id, is_online, last_active }) => ({ id, is_online, last_active })),
    asked,
  );

/**
 * A member's presence, if known. It is live while the member is on screen (`showPresence`), and unknown while the server
 * can't be reached.
 */
export function usePresence(id: number): Presence | undefined {
  const known = presence.use(({ byId }) => byId[id]);
  const isUnknown = useConnection(({ status, refreshed }) => status === 'away' && !refreshed);
  return isUnknown ? undefined : known;
}
