import type { Presence } from '@sangam/shared/people/users';
import { useConnection } from '../../core/realtime/connection-status';
import { showPresence } from '../../core/realtime/on-screen';
import { showLists } from '../../core/store/shown-lists';
import { createTable, type Moment } from '../../core/store/table';

/** Whether a member is online and when they last were, by their id. */
export const presence = createTable<Presence>();

/** Merges the presence in an answer that may hold other fields. */
export const mergePresence = (answered: readonly Presence[], startedAt: Moment): void =>
  presence.merge(
    answered.map(({ id, is_online, last_active }) => ({ id, is_online, last_active })),
    startedAt,
  );

const isHidden = ({ is_online, last_active }: Presence): boolean => !(is_online || last_active);

/**
 * Follows these members' presence, and calls `run` each time one member's becomes hidden from the reader, until the returned function is
 * called. Hidden presence may mean that the member has blocked the reader, which no event reports. Use it as an effect.
 */
export function followHidden(memberIds: readonly number[], run: () => unknown): () => void {
  const hide = showPresence(memberIds);
  const stop = presence.onChange((changed) => {
    if (memberIds.includes(changed.id) && isHidden(changed)) run();
  });
  return () => {
    hide();
    stop();
  };
}

/**
 * Calls `load` now, with each refresh, and each time the member's presence becomes hidden or visible again, until the returned function is
 * called. Presence returns after an unblock, a suspension, or a deletion that the member took back. `load` returns false on a temporary
 * failure. Use it as an effect.
 */
export function showMember(id: number, load: () => Promise<boolean>): () => void {
  const hide = showLists([{ load }]);
  const stop = followHidden([id], load);
  const stopShown = presence.use.subscribe(({ byId: { [id]: now } }, { byId: { [id]: before } }) => {
    if (before && now && isHidden(before) && !isHidden(now)) void load();
  });
  return () => {
    hide();
    stop();
    stopShown();
  };
}

/**
 * A member's presence, if known. It is live while the member is on screen (`showPresence`), and unknown while the server
 * can't be reached.
 */
export function usePresence(id: number): Presence | undefined {
  const known = presence.use(({ byId }) => byId[id]);
  const isUnknown = useConnection(({ status, refreshed }) => status === 'away' && !refreshed);
  return isUnknown ? undefined : known;
}
