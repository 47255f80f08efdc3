import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { useSettled } from '../../lib/use-settled';
import { useNotifications } from '../../stores/notifications';
import { IconButton } from '../../ui/IconButton';
import { Popover } from '../../ui/Popover';
import { NotificationList } from './NotificationList';

/** The bell of new messages: how many are unread, and from whom. It wears a bubble, so that the two bells are told apart. */
export function MessageBell() {
  const [open, setOpen] = useState(false);
  const unread = useSettled(useNotifications((state) => state.unreadCount));
  const label = unread === 0 ? 'New messages' : `New messages: ${unread} unread`;
  return (
    <Popover
      label="New messages"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton icon={MessageCircle} label={label} count={unread} />}
    >
      <NotificationList onLeave={() => setOpen(false)} />
    </Popover>
  );
}
