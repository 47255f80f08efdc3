import type { PublicStats } from '@sangam/shared/contract/dashboard';
import { create } from 'zustand';
import { request } from '../api/client';
import { idle, type Loadable, load } from './loadable';

/** What the login page shows to everybody. Apart from the dashboard, so that visitors load none of its code. */
export const usePublicStats = create<Loadable<PublicStats>>(() => idle());

export const loadPublicStats = (): Promise<boolean> =>
  load(
    usePublicStats.setState,
    () => request('GET /api/dashboard/public-stats'),
    (answer) => answer.data,
  );
