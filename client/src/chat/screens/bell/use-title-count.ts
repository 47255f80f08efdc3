import { useEffect } from 'react';
import { useSettled } from '../../../lib/hooks/use-settled';
import { setTitleCount } from '../../../ui/page/Page';
import { useNotifications } from '../../state/unread-messages';

/** The browser's tab says how many messages are unread, as the bell does. */
export function useTitleCount(): void {
  const unread = useSettled(useNotifications((state) => state.unreadCount));
  useEffect(() => {
    setTitleCount(unread);
    return () => setTitleCount(0);
  }, [unread]);
}
