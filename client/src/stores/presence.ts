import type { Presence } from '@sangam/shared/contract/users';
import { create } from 'zustand';
import { onReset } from './reset';

interface PresenceState {
  /** What is known of members, by id. A live push or a fetch replaces the entry. */
  byId: Readonly<Record<number, Presence>>;
  /** Who is on screen now, by id, with how many places show them: what the server is asked to watch. */
  shown: Readonly<Record<number, number>>;
}

const empty: PresenceState = { byId: {}, shown: {} };
export const usePresence = create<PresenceState>(() => empty);
onReset(() => {
  changedAt.clear();
  usePresence.setState(empty);
});

let changes = 0;
const changedAt = new Map<number, number>();

/** The moment before a fetch of presence: what is pushed after it is newer than the answer. */
export const presenceMoment = (): number => changes;

/** Live: one member's presence, newer than any answer that is still on its way. */
export function applyLivePresence(item: Presence): void {
  changes += 1;
  changedAt.set(item.id, changes);
  applyPresence([item], changes);
}

/** Takes in what the server answered about members to a question asked at `since`. */
export function applyPresence(answered: readonly Presence[], since: number): void {
  const list = answered.filter((item) => (changedAt.get(item.id) ?? 0) <= since);
  if (list.length === 0) return;
  usePresence.setState(({ byId }) => {
    const next = { ...byId };
    for (const item of list) next[item.id] = { id: item.id, is_online: item.is_online, last_active: item.last_active };
    return { byId: next };
  });
}

/**
 * Says that these members' presence is on screen; returns the undo. Use it as an effect:
 * `useEffect(() => showPresence([id]), [id])`, and read with `usePresence((state) => state.byId[id])`.
 */
export function showPresence(ids: readonly number[]): () => void {
  count(ids, 1);
  return () => count(ids, -1);
}

function count(ids: readonly number[], step: 1 | -1): void {
  if (ids.length === 0) return;
  usePresence.setState(({ shown }) => {
    const next = { ...shown };
    for (const id of ids) {
      const total = (next[id] ?? 0) + step;
      if (total > 0) next[id] = total;
      else delete next[id];
    }
    return { shown: next };
  });
}
