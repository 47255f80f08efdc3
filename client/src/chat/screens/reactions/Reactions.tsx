import type { Message } from '@sangam/shared/chat/messages';
import { isolate } from '@sangam/shared/core/isolate';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { cx } from '../../../ui/cx';
import { noteEmojiUsed } from '../../state/emoji';
import { useNamesIn } from '../../state/kinds';
import { placeIn } from '../../state/outbox/outbox-order';
import { actOn } from '../../sync/outbox-sender';

type Reaction = NonNullable<Message['reactions']>[number];

interface ReactionsProps {
  message: Message;
  conversation: ConversationKey;
  me: number;
  own: boolean;
  /** The other member's name. */
  name: string;
}

/** Shows the reactions below a message, with counts and names. A press adds or removes the reader's own. */
export function Reactions({ message, conversation, me, own, name }: ReactionsProps) {
  return (
    <ul aria-label="Reactions" className={cx('flex flex-wrap gap-1 pt-1', own && 'justify-end')}>
      {message.reactions?.map((reaction) => (
        <Chip
          key={reaction.emoji}
          {...reaction}
          message={message}
          conversation={conversation}
          me={me}
          own={own}
          name={name}
        />
      ))}
    </ul>
  );
}

const listed = new Intl.ListFormat('en-GB');

function Chip({ emoji, user_ids, message, conversation, me, own, name }: ReactionsProps & Reaction) {
  const who = listed.format(useNamesIn(conversation, user_ids, me, name).map(isolate));
  return (
    <li className="group/chip relative">
      <button
        type="button"
        aria-pressed={user_ids.includes(me)}
        aria-label={`${emoji}, ${who}`}
        onClick={() => toggleReaction(message, conversation, emoji, me)}
        className="flex h-8 min-w-8 items-center justify-center gap-1 rounded-full border border-line bg-surface px-2 text-sm transition-colors hover:bg-hover aria-pressed:border-mark aria-pressed:bg-accent-soft pointer-coarse:h-9"
      >
        <span aria-hidden className="font-emoji">
          {emoji}
        </span>
        <span aria-hidden className="tabular text-muted text-xs">
          {user_ids.length}
        </span>
      </button>
      <span
        aria-hidden
        className={cx(
          'pointer-events-none absolute bottom-full z-10 mb-1 hidden w-max max-w-60 truncate rounded-md border border-line bg-raised px-2 py-1 text-xs shadow-float group-focus-within/chip:block group-hover/chip:block',
          own ? 'right-0' : 'left-0',
        )}
      >
        {who}
      </span>
    </li>
  );
}

/** Returns true when this member has reacted with this emoji. */
export const hasPut = ({ reactions }: Message, emoji: string, me: number): boolean =>
  reactions?.some((reaction) => reaction.emoji === emoji && reaction.user_ids.includes(me)) ?? false;

/** Adds the member's reaction, or removes it if present. */
export function toggleReaction(message: Message, conversation: ConversationKey, emoji: string, me: number): void {
  const { seq, client_id } = message;
  const isPut = hasPut(message, emoji, me);
  if (!isPut) noteEmojiUsed(emoji);
  const target = { ...placeIn(conversation), seq, message: client_id };
  actOn(target, { verb: isPut ? 'unreact' : 'react', text: emoji });
}
