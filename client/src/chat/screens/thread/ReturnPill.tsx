import { CornerUpLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { dropReturn } from '../../state/thread/return-places';
import { goToMessage } from '../address/conversation-address';
import { pill } from './pill';

interface ReturnPillProps {
  conversation: ConversationKey;
  /** The reply whose quote was followed. */
  seq: number;
  isInView: boolean;
}

/** Leads back to the reply whose quote the reader has followed, until it is in view again. */
export function ReturnPill({ conversation, seq, isInView }: ReturnPillProps) {
  const hasLeft = useRef(false);
  useEffect(() => {
    if (!isInView) hasLeft.current = true;
    else if (hasLeft.current) dropReturn(conversation);
  }, [isInView, conversation]);
  if (isInView) return null;
  return (
    <button
      ref={passFocusOn}
      type="button"
      onClick={() => {
        dropReturn(conversation);
        void goToMessage(conversation, seq);
      }}
      className={pill}
    >
      <CornerUpLeft aria-hidden className="size-4" />
      Back to reply
    </button>
  );
}
