import { isolate } from '@sangam/shared/core/isolate';
import { EllipsisVertical } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from '../button/IconButton';
import { MenuItems } from './MenuItems';
import { Popover } from './Popover';

interface MoreMenuProps extends Pick<ComponentProps<typeof MenuItems>, 'items'> {
  /** The name of the member that the actions are about. */
  name: string;
  className: string;
}

/** A menu with rarely needed actions on a member, such as Report. */
export function MoreMenu({ name, className, items }: MoreMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={name}
      role="menu"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton icon={EllipsisVertical} label={`More for ${isolate(name)}`} className={className} />}
    >
      <MenuItems items={items} onLeave={() => setOpen(false)} />
    </Popover>
  );
}
