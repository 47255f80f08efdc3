import type { LucideIcon } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { useSettled } from '../../lib/hooks/use-settled';
import { IconButton } from '../button/IconButton';
import { Popover } from './Popover';

interface BellPopoverProps {
  icon: LucideIcon;
  name: string;
  panelId?: string;
  unread: number;
  /** The list, loaded when the popover is first opened. */
  List: ComponentType<{ onLeave: () => void }>;
}

/** A bell in the bar with its unread count and its list. */
export function BellPopover({ icon, name, panelId, unread, List }: BellPopoverProps) {
  const [open, setOpen] = useState(false);
  const count = useSettled(unread);
  const label = count === 0 ? name : `${name}: ${count} unread`;
  return (
    <Popover
      label={name}
      panelId={panelId}
      open={open}
      onOpenChange={setOpen}
      // On a phone, the same margin on both sides.
      className="max-sm:right-2! max-sm:left-2 max-sm:w-auto sm:w-96"
      trigger={<IconButton icon={icon} label={label} count={count} />}
    >
      <Suspense fallback={<div className="min-h-14 animate-pulse bg-hover" />}>
        <List onLeave={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
