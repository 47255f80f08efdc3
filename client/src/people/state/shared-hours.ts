import type { SharedHours } from '@sangam/shared/people/hours/calls';
import { useEffect } from 'react';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { onReset, storesEpoch } from '../../core/store/reset';

/** The hours that the reader shares with members, by their ids; null without an answer. */
const useStore = create<Readonly<Record<number, SharedHours | null>>>(() => ({}));
onReset(() => useStore.setState({}, true));

async function loadSharedHours(id: number): Promise<void> {
  const epoch = storesEpoch();
  const answer = await request('GET /api/people/:id/hours', { params: { id } });
  if (epoch === storesEpoch()) useStore.setState({ [id]: answer.ok ? answer.value.data : null });
}

/** Fetches the hours shared with a member; those seen before are returned meanwhile. Fetches nothing for null. */
export function useSharedHours(id: number | null): SharedHours | null {
  useEffect(() => {
    if (id !== null) void loadSharedHours(id);
  }, [id]);
  return useStore((byId) => (id === null ? null : (byId[id] ?? null)));
}
