import type { ConversationKey } from '../../../lib/links/chat-link';
import { setActing } from '../../state/outbox/outbox-acts';
import { actingOn, type MessageItem } from '../thread/thread.select';
import { seenWords } from './seen-words';

interface SeenLineProps {
  item: MessageItem;
  conversation: ConversationKey;
  /** The number of members who have read it, of those whose read marks are shown. */
  seenBy: number;
  readers: number;
}

/** Says below the reader's last message how many have seen it. A press names them. */
export function SeenLine({ item, conversation, seenBy, readers }: SeenLineProps) {
  const open = () => {
    const acting = actingOn(item, conversation, 'seen');
    if (acting) setActing(acting);
  };
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={open}
      className="ml-auto flex min-h-6 items-center rounded-md px-1 text-muted text-xs hover:text-fg pointer-coarse:min-h-control"
    >
      {seenWords(seenBy, readers)}
    </button>
  );
}
