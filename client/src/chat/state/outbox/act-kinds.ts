import { DELETED_MESSAGE } from '@sangam/shared/chat/message-text';
import type { Message } from '@sangam/shared/chat/messages';

/** What an act says: the new words, the emoji, or how many are unread then; '' for a pin, or what is saved. */
interface Said {
  text: string;
  created_at: string;
}

interface ActKind {
  /** Of the acts in one slot of a message, the last counts. */
  slot: string | ((text: string) => string);
  /** Whether it is done to the message's words. */
  isOfWords?: true;
  /** A message, which is not deleted, as it will be; absent for what a member does for themself, which leaves it as it is. */
  show?: (message: Message, said: Said, me: number) => Message;
}

/** What can be done to a message that is stored, or about to be. `realtime/transmit-act.ts` has how each is sent. */
const kinds = {
  edit: {
    slot: 'edit',
    isOfWords: true,
    show: (message, { text, created_at }) => ({ ...message, content: text, edited_at: created_at }),
  },
  delete: {
    slot: 'delete',
    isOfWords: true,
    show: ({ edited_at: _, reactions: __, pinned: ___, ...message }, { created_at }) => ({
      ...message,
      ...{ content: DELETED_MESSAGE, deleted_at: created_at },
    }),
  },
  react: {
    slot: (emoji) => emoji,
    show: (message, { text }, me) => withUsers(message, text, (users) => [...users.filter((id) => id !== me), me]),
  },
  unreact: {
    slot: (emoji) => emoji,
    show: (message, { text }, me) => withUsers(message, text, (users) => users.filter((id) => id !== me)),
  },
  pin: {
    slot: 'pin',
    show: (message, { created_at }, me) => ({ pinned: { user_id: me, at: created_at }, ...message }),
  },
  unpin: { slot: 'pin', show: ({ pinned: _, ...message }) => message },
  unread: { slot: 'unread' },
  save: { slot: 'save' },
  unsave: { slot: 'save' },
} satisfies Record<string, ActKind>;

export type Verb = keyof typeof kinds;

export const isVerb = (value: unknown): value is Verb => typeof value === 'string' && Object.hasOwn(kinds, value);

export const kindOf = (verb: Verb): ActKind => kinds[verb];

/** A message with other members behind an emoji; one that nobody has put is not shown. */
function withUsers(
  { reactions = [], ...message }: Message,
  emoji: string,
  change: (users: readonly number[]) => number[],
): Message {
  const isNew = !reactions.some((reaction) => reaction.emoji === emoji);
  const changed = [...reactions, ...(isNew ? [{ emoji, user_ids: [] }] : [])]
    .map((reaction) => (reaction.emoji === emoji ? { emoji, user_ids: change(reaction.user_ids) } : reaction))
    .filter(({ user_ids }) => user_ids.length > 0);
  return changed.length === 0 ? message : { ...message, reactions: changed };
}
