import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/button/IconButton';
import { Popover } from '../../../ui/overlay/Popover';
import type { DeclineWhy } from '../../state/requests';
import { DeclineReasons } from './DeclineReasons';

interface DeclineMenuProps {
  /** Who asks to join. */
  name: string;
  onDecline: (why: DeclineWhy) => unknown;
}

/** Rejects with a reason, behind one quiet button beside Reject. */
export function DeclineMenu({ name, onDecline }: DeclineMenuProps) {
  const [open, setOpen] = useState(false);
  const decline = (why: DeclineWhy) => {
    setOpen(false);
    onDecline(why);
  };
  return (
    <Popover
      label={`Why ${name} is rejected`}
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton icon={ChevronDown} label={`Reject ${name} with a reason`} className="-ml-2" />}
    >
      <DeclineReasons onDecline={decline} />
    </Popover>
  );
}
