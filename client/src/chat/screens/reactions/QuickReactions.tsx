import type { Message } from '@sangam/shared/chat/messages';
import { useState } from 'react';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { mostUsedEmoji, QUICK_REACTIONS } from '../../state/emoji';
import { hasPut, toggleReaction } from './Reactions';

interface QuickReactionsProps {
  message: Message;
  conversation: ConversationKey;
  me: number;
}

/**
 * The member's most used emoji next to a bubble under the mouse, where the pane has the room. Keys on the menu button do
 * the same.
 */
export function QuickReactions({ message, conversation, me }: QuickReactionsProps) {
  const [emojis] = useState(() => mostUsedEmoji().slice(0, QUICK_REACTIONS));
  return (
    <span className="@min-[40rem]:group-hover/message:flex hidden pointer-coarse:hidden!">
      {emojis.map((emoji) => (
        <button
          key={emoji}
          type="button"
          tabIndex={-1}
          aria-pressed={hasPut(message, emoji, me)}
          aria-label={`React with ${emoji}`}
          title={`React with ${emoji}`}
          onClick={() => toggleReaction(message, conversation, emoji, me)}
          className="flex size-8 items-center justify-center rounded-md font-emoji text-base last:@max-[46rem]:hidden hover:bg-hover aria-pressed:border aria-pressed:border-mark aria-pressed:bg-accent-soft"
        >
          {emoji}
        </button>
      ))}
    </span>
  );
}
