import type { ConversationKey } from '../../../lib/links/chat-link';
import { openDialog } from '../../state/outbox/message-dialog';
import { dialogOn, type MessageItem } from '../thread-items/thread.select';
import { seenWords } from './seen-words';

interface SeenLineProps {
  item: MessageItem;
  conversation: ConversationKey;
  /** The number of members who have read the message, and of all members whose read marks are shown. */
  seenBy: number;
  readers: number;
}

/** Shows below the reader's last message how many members have seen it, once it is stored and unless it is deleted. A press lists them. */
export function SeenLine({ item, conversation, seenBy, readers }: SeenLineProps) {
  const dialog = dialogOn(item, conversation, 'seen');
  if (dialog === null) return <div className="h-6 pointer-coarse:h-control" />;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => openDialog(dialog)}
      className="ml-auto flex min-h-6 items-center rounded-md px-1 text-muted text-xs hover:text-fg pointer-coarse:min-h-control"
    >
      {seenWords(seenBy, readers)}
    </button>
  );
}
