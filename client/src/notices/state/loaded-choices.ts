import type { NotificationChoices } from '@sangam/shared/notices/choices';
import { useEffect } from 'react';
import { hasFailed, type Loadable } from '../../core/store/loadable';
import { useLoadAgain } from '../../lib/loading/use-load-again';
import { loadChoices } from './change-choices';
import { useChoices } from './choices';

/** Returns the member's choices, and loads them if necessary. */
export function useLoadedChoices(): Loadable<NotificationChoices> {
  const loadable = useChoices();
  useLoadAgain(loadChoices, hasFailed(loadable));
  useEffect(() => {
    if (useChoices.getState().data === null) void loadChoices();
  }, []);
  return loadable;
}
