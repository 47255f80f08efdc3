import { withoutMarks } from '@sangam/shared/core/without-marks';
import { List, Pin } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/button/IconButton';
import { Popover } from '../../../ui/overlay/Popover';
import { useQuoted } from '../../state/thread/quoted';
import { goToMessage } from '../thread/go-to-message';
import { PinnedList } from './PinnedList';

interface PinBarProps {
  otherId: number;
  name: string;
  /** The numbers of the pinned messages, the newest pin first. */
  pins: readonly number[];
}

/** Above the messages: the one that was pinned last, and the way to all of them. */
export function PinBar({ otherId, name, pins }: PinBarProps) {
  const [open, setOpen] = useState(false);
  const newest = pins[0] ?? 0;
  const message = useQuoted(otherId, newest);
  const all = pins.length === 1 ? 'Pinned message' : `${pins.length} pinned messages`;
  return (
    <section aria-label="Pinned" className="flex items-center border-line border-b pr-1 md:pr-3">
      <button
        type="button"
        onClick={() => goToMessage(otherId, newest)}
        className="flex min-h-control min-w-0 flex-1 items-center gap-3 px-4 text-left text-sm hover:bg-hover"
      >
        <Pin aria-hidden className="size-4 shrink-0 text-accent-text" />
        <span className="sr-only">Pinned: </span>
        <bdi className="truncate">{message && withoutMarks(message.content)}</bdi>
      </button>
      <Popover
        label="Pinned messages"
        open={open}
        onOpenChange={setOpen}
        trigger={<IconButton icon={List} label={all} />}
      >
        <PinnedList otherId={otherId} name={name} pins={pins} onLeave={() => setOpen(false)} />
      </Popover>
    </section>
  );
}
