import type { Message } from '@sangam/shared/chat/messages';
import { SmilePlus } from 'lucide-react';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { cx } from '../../../ui/cx';
import { mostUsedEmoji } from '../../state/emoji';
import { hasPut, toggleReaction } from './Reactions';

interface ReactionRowProps {
  message: Message;
  conversation: ConversationKey;
  me: number;
  /** Closes the enclosing menu. */
  onLeave: () => void;
  /** Opens the emoji picker. */
  onMore: () => void;
}

const button = 'flex size-control items-center justify-center rounded-md text-xl hover:bg-hover';

/** The member's six most-used emoji and a button for all others, at the top of a message's menu. */
export function ReactionRow({ message, conversation, me, onLeave, onMore }: ReactionRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a menu
    <div role="group" aria-label="React" className="-mx-0.5 flex justify-between border-line border-b pb-1">
      {mostUsedEmoji().map((emoji) => (
        <button
          key={emoji}
          type="button"
          role="menuitemcheckbox"
          aria-checked={hasPut(message, emoji, me)}
          aria-label={`React with ${emoji}`}
          tabIndex={-1}
          onClick={() => {
            onLeave();
            toggleReaction(message, conversation, emoji, me);
          }}
          className={cx(button, 'font-emoji aria-checked:border aria-checked:border-mark aria-checked:bg-accent-soft')}
        >
          {emoji}
        </button>
      ))}
      <button
        type="button"
        role="menuitem"
        aria-label="More emoji"
        tabIndex={-1}
        onClick={({ currentTarget }) => {
          // Closes the menu as its other items do, so that the dialog returns the focus to the menu's button.
          currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
          onLeave();
          onMore();
        }}
        className={button}
      >
        <SmilePlus aria-hidden className="size-5 text-muted" />
      </button>
    </div>
  );
}
