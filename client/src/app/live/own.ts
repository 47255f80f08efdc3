import type { appServerEvents } from '@sangam/shared/app/events';
import type { Live } from '../../core/realtime/live';
import type { News } from '../../notices/state/news';
import { refreshRecent } from '../dashboard/dashboard-store';

/** What belongs to no subject: the connection itself, and the dashboard, which reads across them. */
export const ownLive = {
  events: {
    'pushes:missed': ({ paused }, { pushesMissed }) => pushesMissed(paused),
  },
  refreshShown: async ({ list }) => !list || refreshRecent(),
} satisfies Live<News, keyof typeof appServerEvents>;
