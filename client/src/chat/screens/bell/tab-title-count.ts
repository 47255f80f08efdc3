import { useEffect } from 'react';
import { useSettled } from '../../../lib/hooks/use-settled';
import { setTitleCount } from '../../../ui/page/tab-title';
import { useUnreadCount } from '../../state/unread-messages';

/** Shows the unread count in the browser tab's title. */
export function useTitleCount(): void {
  const unread = useSettled(useUnreadCount());
  useEffect(() => {
    setTitleCount(unread);
    return () => setTitleCount(0);
  }, [unread]);
}
