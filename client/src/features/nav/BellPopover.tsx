import type { LucideIcon } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useSettled } from '../../lib/use-settled';
import { IconButton } from '../../ui/IconButton';
import { Popover } from '../../ui/Popover';

interface BellPopoverProps {
  icon: LucideIcon;
  name: string;
  unread: number;
  List: ComponentType<{ onLeave: () => void }>;
}

/** A bell of the bar: how many are unread, and behind it the list. */
export function BellPopover({ icon, name, unread, List }: BellPopoverProps) {
  const [open, setOpen] = useState(false);
  const count = useSettled(unread);
  const label = count === 0 ? name : `${name}: ${count} unread`;
  return (
    <Popover
      label={name}
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton icon={icon} label={label} count={count} />}
    >
      <List onLeave={() => setOpen(false)} />
    </Popover>
  );
}
