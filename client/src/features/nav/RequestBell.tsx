import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../stores/entities/list';
import { incomingInterests } from '../../stores/interests';
import { incomingRequests } from '../../stores/requests';
import { IconButton } from '../../ui/IconButton';
import { Popover } from '../../ui/Popover';
import { RequestList } from './RequestList';

/** The second bell: who asks to join the member's projects or is interested in them, and has no answer yet. */
export function RequestBell() {
  const [open, setOpen] = useState(false);
  const asking = useList(incomingRequests).total ?? 0;
  const interested = useList(incomingInterests).total ?? 0;
  const pending = asking + interested;
  return (
    <Popover
      label="Requests"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton icon={Bell} label={pending === 0 ? 'Requests' : `Requests: ${pending} pending`} count={pending} />
      }
    >
      <RequestList onLeave={() => setOpen(false)} />
    </Popover>
  );
}
