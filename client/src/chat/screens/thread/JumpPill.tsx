import { ArrowDown } from 'lucide-react';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import { useSettled } from '../../../lib/hooks/use-settled';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { Badge } from '../../../ui/Badge';
import { useUnreadIn } from '../../state/conversations';
import { pill } from './pill';

interface JumpPillProps {
  conversation: ConversationKey;
  onJump: () => void;
}

/** Jumps to the newest message, and shows how many arrived in the meantime. */
export function JumpPill({ conversation, onJump }: JumpPillProps) {
  const unread = useSettled(useUnreadIn(conversation) ?? 0);
  return (
    <button ref={passFocusOn} type="button" onClick={onJump} className={pill}>
      <ArrowDown aria-hidden className="size-4" />
      Jump to newest
      {unread > 0 && <span className="sr-only">, {unread} new</span>}
      <Badge count={unread} />
    </button>
  );
}
