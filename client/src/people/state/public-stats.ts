import type { PublicStats } from '@sangam/shared/app/dashboard';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { idle, type Loadable, load } from '../../core/store/loadable';

/** What the login page shows to everybody. Apart from the dashboard, so that visitors load none of its code. */
export const usePublicStats = create<Loadable<PublicStats>>(() => idle());

export const loadPublicStats = (): Promise<boolean> =>
  load(
    usePublicStats.setState,
    () => request('GET /api/dashboard/public-stats'),
    (answer) => answer.data,
  );
