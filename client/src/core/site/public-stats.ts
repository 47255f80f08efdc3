import type { PublicStats } from '@sangam/shared/app/dashboard';
import { create } from 'zustand';
import { request } from '../api/client';
import { idle, type Loadable, load } from '../store/loadable';

/** Numbers for visitors. Not in the dashboard's store, so that visitors load none of its code. */
export const usePublicStats = create<Loadable<PublicStats>>(() => idle());

export const loadPublicStats = (): Promise<boolean> =>
  load(
    usePublicStats.setState,
    () => request('GET /api/dashboard/public-stats'),
    (answer) => answer.data,
  );
