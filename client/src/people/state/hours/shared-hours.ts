import type { SharedHours } from '@sangam/shared/people/hours/calls';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useIsBlocked } from '../../../contact/state/blocks';
import { request } from '../../../core/api/client';
import { isTemporary } from '../../../core/api/errors';
import { onReset, storesEpoch } from '../../../core/store/reset';
import { showMember } from '../presence';

/** The hours that the reader shares with members, by id; null if the server refuses them. */
const useStore = create<Readonly<Record<number, SharedHours | null>>>(() => ({}));
onReset(() => useStore.setState({}, true));

/** Returns false on a temporary failure. */
async function loadSharedHours(id: number): Promise<boolean> {
  const epoch = storesEpoch();
  const answer = await request('GET /api/people/:id/hours', { params: { id } });
  if (!answer.ok && isTemporary(answer.error)) return false;
  if (epoch === storesEpoch()) useStore.setState({ [id]: answer.ok ? answer.value.data : null });
  return true;
}

/**
 * Fetches the hours shared with a member (`showMember`); those seen before are returned in the meantime. Fetches nothing for null, nor for
 * a member whom the reader blocks.
 */
export function useSharedHours(memberId: number | null): SharedHours | null {
  const isBlocked = useIsBlocked(memberId ?? 0);
  const id = isBlocked ? null : memberId;
  useEffect(() => (id === null ? undefined : showMember(id, () => loadSharedHours(id))), [id]);
  return useStore((byId) => (id === null ? null : (byId[id] ?? null)));
}
