import { type LucideIcon, Settings, ShieldAlert, UserRound } from 'lucide-react';
import { useEffect } from 'react';
import { useSession } from '../../core/session/session';
import { countOpenReports, useOpenReports } from '../../trust/state/open-reports';

export interface AccountLink {
  to: string;
  text: string;
  icon: LucideIcon;
  /** The number of open reports; 0 while it is unknown, and for other links. */
  count: number;
}

const own: AccountLink[] = [
  { to: '/profile', text: 'Profile', icon: UserRound, count: 0 },
  { to: '/settings', text: 'Settings', icon: Settings, count: 0 },
];

/** The links in the account's menus. Moderators get one more, with the number of open reports, which is fetched each time a menu opens. */
export function useAccountLinks(): AccountLink[] {
  const isModerator = useSession((state) => state.user?.is_moderator === true);
  const count = useOpenReports((state) => state.count) ?? 0;
  useEffect(() => {
    if (isModerator) void countOpenReports();
  }, [isModerator]);
  return isModerator ? [...own, { to: '/moderation', text: 'Moderation', icon: ShieldAlert, count }] : own;
}

/** The count in words, for assistive technology. */
export const reportsWords = (count: number): string => (count === 1 ? ' (1 open report)' : ` (${count} open reports)`);
