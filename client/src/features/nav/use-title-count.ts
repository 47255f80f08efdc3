import { useEffect } from 'react';
import { useSettled } from '../../lib/use-settled';
import { useNotifications } from '../../stores/notifications';
import { setTitleCount } from '../../ui/page-title';

/** The browser's tab says how many messages are unread, as the bell does. */
export function useTitleCount(): void {
  const unread = useSettled(useNotifications((state) => state.unreadCount));
  useEffect(() => {
    setTitleCount(unread);
    return () => setTitleCount(0);
  }, [unread]);
}
