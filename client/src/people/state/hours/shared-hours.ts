import type { SharedHours } from '@sangam/shared/people/hours/calls';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useIsBlocked } from '../../../contact/state/blocks';
import { request } from '../../../core/api/client';
import { isTemporary, mapResult } from '../../../core/api/errors';
import { idle, type Loadable, load } from '../../../core/store/loadable';
import { onReset } from '../../../core/store/reset';
import { showMember } from '../presence';

/** The hours that the reader shares with members, by id; null if the server refuses them. */
const useStore = create<Readonly<Record<number, Loadable<SharedHours | null>>>>(() => ({}));
onReset(() => useStore.setState({}, true));

/** Returns false on a temporary failure. */
const loadSharedHours = (id: number): Promise<boolean> =>
  load<SharedHours | null, SharedHours | null>(
    (change) => useStore.setState((byId) => ({ [id]: change(byId[id] ?? idle()) })),
    async () => {
      const answer = await request('GET /api/people/:id/hours', { params: { id } });
      return answer.ok || isTemporary(answer.error) ? mapResult(answer, ({ data }) => data) : { ok: true, value: null };
    },
    (hours) => hours,
  );

/**
 * Fetches the hours shared with a member (`showMember`); those seen before are returned in the meantime. Fetches nothing for null, nor for
 * a member whom the reader blocks.
 */
export function useSharedHours(memberId: number | null): SharedHours | null {
  const isBlocked = useIsBlocked(memberId ?? 0);
  const id = isBlocked ? null : memberId;
  useEffect(() => (id === null ? undefined : showMember(id, () => loadSharedHours(id))), [id]);
  return useStore((byId) => (id === null ? null : (byId[id]?.data ?? null)));
}
