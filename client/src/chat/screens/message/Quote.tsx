import type { Message } from '@sangam/shared/chat/messages';
import { X } from 'lucide-react';
import { useConnection } from '../../../core/realtime/connection-status';
import { useSession } from '../../../core/session/session';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { hueOf } from '../../../ui/Avatar';
import { IconButton } from '../../../ui/button/IconButton';
import { cx } from '../../../ui/cx';
import { useMessageText, useWriterOf } from '../../state/kinds';
import { setReply } from '../../state/outbox/drafts';
import { noteReturn } from '../../state/thread/return-places';
import { goToMessage } from '../address/conversation-address';
import { focusComposer } from './reply-to';
import { useShownMessage } from './use-shown-message';

interface QuoteProps {
  conversation: ConversationKey;
  name: string;
  seq: number;
  /** The number of the reply, once it is stored. */
  from?: number | undefined;
}

/** Quotes the replied-to message above a reply. A press goes there. */
export function Quote({ conversation, name, seq, from }: QuoteProps) {
  const message = useShownMessage(conversation, seq);
  const me = useSession((state) => state.user?.id ?? 0);
  const writer = useWriterOf(conversation, message, name);
  return (
    <button
      type="button"
      onClick={() => {
        if (from !== undefined) noteReturn(conversation, from);
        void goToMessage(conversation, seq);
      }}
      // The message alone sets the bubble's width: a quote fetched later must not change its lines.
      className={cx(
        'mb-1 block h-11 w-0 min-w-full rounded-md border-name border-l-2 bg-hover px-2 text-left hover:bg-line',
        hueOf(message?.sender_id ?? 0),
      )}
    >
      <span className="sr-only">In reply to </span>
      <QuotedLine conversation={conversation} message={message} who={message?.sender_id === me ? 'You' : writer} />
    </button>
  );
}

interface QuotedLineProps {
  conversation: ConversationKey;
  message: Message | null | undefined;
  who: string;
}

/** A message's author and the beginning of its text, on two lines. */
export function QuotedLine({ conversation, message, who }: QuotedLineProps) {
  const isAway = useConnection(({ status }) => status === 'away');
  const words = useMessageText(conversation, message);
  // Reserves the space until the message is known.
  if (message === undefined)
    return isAway && <span className="text-muted text-sm italic">Shown once you’re connected</span>;
  const isGone = message === null || message.deleted_at !== undefined;
  return (
    <span className="grid min-w-0 text-sm leading-tight">
      <bdi className="truncate font-semibold text-name">{who}</bdi>
      <bdi className={cx('truncate', isGone ? 'text-muted italic' : 'text-fg')}>
        {message === null ? 'Message not found' : words}
      </bdi>
    </span>
  );
}

/** Shows the message being replied to above the field. */
export function ReplyBar({ conversation, name, seq }: { conversation: ConversationKey; name: string; seq: number }) {
  const message = useShownMessage(conversation, seq);
  const me = useSession((state) => state.user?.id ?? 0);
  const writer = useWriterOf(conversation, message, name);
  const who = message?.sender_id === me ? 'yourself' : writer;
  return (
    <div className={cx('mb-2 flex items-center gap-2 border-name border-l-2 pl-3', hueOf(message?.sender_id ?? 0))}>
      <div className="min-w-0 flex-1">
        <QuotedLine conversation={conversation} message={message} who={`Replying to ${who}`} />
      </div>
      <IconButton
        icon={X}
        label="Cancel reply"
        onClick={() => {
          setReply(conversation, null);
          focusComposer();
        }}
      />
    </div>
  );
}
