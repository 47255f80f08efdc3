import type { TeamNotifications } from '@sangam/shared/chat/teams';

/** Up to this many participants, every message of a team notifies. */
const NOTIFIES_ALL_MAX = 5;

/** The default choice of notifications of a team's conversation. */
export const notifiesByDefault = (participants: number): TeamNotifications =>
  participants <= NOTIFIES_ALL_MAX ? 'all' : 'mentions';
