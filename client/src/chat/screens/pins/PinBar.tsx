import { List, Pin, PinOff } from 'lucide-react';
import { useState } from 'react';
import { useConnection } from '../../../core/realtime/connection-status';
import { useSession } from '../../../core/session/session';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import { useFocusKept } from '../../../lib/hooks/use-focus-kept';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { IconButton } from '../../../ui/button/IconButton';
import { Popover } from '../../../ui/overlay/Popover';
import { useMessageText, useWriterOf } from '../../state/kinds';
import { goToMessage } from '../address/conversation-address';
import { actOnPin } from '../message/act-on-pin';
import { QuotedLine } from '../message/Quote';
import { useShownMessage } from '../message/use-shown-message';

export interface PinBarProps {
  conversation: ConversationKey;
  name: string;
  /** The numbers of the pinned messages, newest pin first. */
  pins: readonly number[];
}

/** Shows the newest pin above the messages, and a button that lists all pins. */
export function PinBar({ conversation, name, pins }: PinBarProps) {
  const [open, setOpen] = useState(false);
  const newest = pins[0] ?? 0;
  const message = useShownMessage(conversation, newest);
  const words = useMessageText(conversation, message);
  const isAway = useConnection(({ status }) => status === 'away');
  const all = pins.length === 1 ? 'Pinned message' : `${pins.length} pinned messages`;
  return (
    <section aria-label="Pinned" className="flex items-center border-line border-b pr-1 md:pr-3">
      <button
        type="button"
        onClick={() => goToMessage(conversation, newest)}
        className="flex min-h-control min-w-0 flex-1 items-center gap-3 px-4 text-left text-sm hover:bg-hover"
      >
        <Pin aria-hidden className="size-4 shrink-0 text-accent-text" />
        <span className="sr-only">Pinned: </span>
        {message === undefined && isAway ? (
          <span className="truncate text-muted italic">Shown once you’re connected</span>
        ) : (
          <bdi className="truncate">{words}</bdi>
        )}
      </button>
      <Popover
        label="Pinned messages"
        open={open}
        onOpenChange={setOpen}
        trigger={<IconButton icon={List} label={all} />}
      >
        <PinnedList conversation={conversation} name={name} pins={pins} onLeave={() => setOpen(false)} />
      </Popover>
    </section>
  );
}

interface PinnedListProps {
  conversation: ConversationKey;
  name: string;
  pins: readonly number[];
  onLeave: () => void;
}

/** Lists a conversation's pinned messages. A press goes there. */
export function PinnedList({ pins, ...rest }: PinnedListProps) {
  const list = useFocusKept();
  return (
    <ul ref={list} className="divide-y divide-line p-1.5">
      {pins.map((seq) => (
        <PinnedRow key={seq} seq={seq} {...rest} />
      ))}
    </ul>
  );
}

function PinnedRow({ conversation, name, seq, onLeave }: Omit<PinnedListProps, 'pins'> & { seq: number }) {
  const message = useShownMessage(conversation, seq);
  const me = useSession((state) => state.user?.id ?? 0);
  const writer = useWriterOf(conversation, message, name);
  const go = () => {
    onLeave();
    goToMessage(conversation, seq);
  };
  return (
    <li className="flex items-center">
      <button
        type="button"
        onClick={go}
        className="min-h-11 min-w-0 flex-1 rounded-md px-2.5 py-1 text-left hover:bg-hover"
      >
        <QuotedLine conversation={conversation} message={message} who={message?.sender_id === me ? 'You' : writer} />
      </button>
      {/* The last Unpin button disappears with its list, so it passes the focus on. */}
      <IconButton
        ref={passFocusOn}
        icon={PinOff}
        label="Unpin"
        onClick={() => actOnPin('unpin', conversation, message ?? { seq })}
      />
    </li>
  );
}
