import { PinOff } from 'lucide-react';
import { IconButton } from '../../../ui/button/IconButton';
import { useQuoted } from '../../state/thread/quoted';
import { QuotedLine } from '../message/QuotedLine';
import { goToMessage } from '../thread/go-to-message';
import { togglePin } from './toggle-pin';

interface PinnedListProps {
  otherId: number;
  name: string;
  pins: readonly number[];
  onLeave: () => void;
}

/** All pinned messages of a conversation: a press goes there. */
export const PinnedList = ({ pins, ...rest }: PinnedListProps) => (
  <ul className="divide-y divide-line p-1.5">
    {pins.map((seq) => (
      <PinnedRow key={seq} seq={seq} {...rest} />
    ))}
  </ul>
);

function PinnedRow({ otherId, name, seq, onLeave }: Omit<PinnedListProps, 'pins'> & { seq: number }) {
  const message = useQuoted(otherId, seq);
  const go = () => {
    onLeave();
    goToMessage(otherId, seq);
  };
  return (
    <li className="flex items-center">
      <button
        type="button"
        onClick={go}
        className="min-h-11 min-w-0 flex-1 rounded-md px-2.5 py-1 text-left hover:bg-hover"
      >
        <QuotedLine message={message} who={message?.sender_id === otherId ? name : 'You'} />
      </button>
      <IconButton icon={PinOff} label="Unpin" onClick={() => togglePin(otherId, seq, true)} />
    </li>
  );
}
