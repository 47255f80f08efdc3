import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useSettled } from '../../lib/use-settled';
import { useInbox } from '../../stores/inbox';
import { IconButton } from '../../ui/IconButton';
import { Popover } from '../../ui/Popover';
import { InboxList } from './InboxList';

/** The second bell: how many notifications are unread, and all that there are. */
export function InboxBell() {
  const [open, setOpen] = useState(false);
  const unread = useSettled(useInbox((state) => state.unread));
  const label = unread === 0 ? 'Notifications' : `Notifications: ${unread} unread`;
  return (
    <Popover
      label="Notifications"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton icon={Bell} label={label} count={unread} />}
    >
      <InboxList onLeave={() => setOpen(false)} />
    </Popover>
  );
}
