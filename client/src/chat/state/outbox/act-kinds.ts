import type { ActKind } from '@sangam/shared/chat/acts';
import { DELETED_MESSAGE } from '@sangam/shared/chat/message-text';
import type { Message } from '@sangam/shared/chat/messages';

/** An act's content: the new text, the emoji, the unread count, or `archived_until`; '' for the others. */
interface Said {
  text: string;
  created_at: string;
}

interface Kind {
  /** Names the unsent acts on the same message that this act replaces: those for which this has the same value. */
  replaces: string | ((text: string) => string);
  /** True for acts on the message's text. */
  isOfWords?: true;
  /** True for acts on the conversation. Their message only says as of when. */
  isOfConversation?: true;
  /** Returns the message with the act applied; the message isn't a deleted one. Absent for acts that concern only the member. */
  show?: (message: Message, said: Said, me: number) => Message;
}

/** How each act replaces others and shows while it is pending; `sync/transmit-act.ts` sends it. */
const kinds: Record<ActKind, Kind> = {
  edit: {
    replaces: 'edit',
    isOfWords: true,
    show: (message, { text, created_at }) => ({ ...message, content: text, edited_at: created_at }),
  },
  delete: {
    replaces: 'delete',
    isOfWords: true,
    show: ({ edited_at: _, reactions: __, pinned: ___, ...message }, { created_at }) => ({
      ...message,
      content: DELETED_MESSAGE,
      deleted_at: created_at,
    }),
  },
  react: {
    replaces: (emoji) => emoji,
    show: (message, { text }, me) => withUsers(message, text, (users) => [...users.filter((id) => id !== me), me]),
  },
  unreact: {
    replaces: (emoji) => emoji,
    show: (message, { text }, me) => withUsers(message, text, (users) => users.filter((id) => id !== me)),
  },
  pin: {
    replaces: 'pin',
    show: (message, { created_at }, me) => ({ pinned: { user_id: me, at: created_at }, ...message }),
  },
  unpin: { replaces: 'pin', show: ({ pinned: _, ...message }) => message },
  unread: { replaces: 'unread', isOfConversation: true },
  archive: { replaces: 'archive', isOfConversation: true },
  unarchive: { replaces: 'archive', isOfConversation: true },
  save: { replaces: 'save' },
  unsave: { replaces: 'save' },
};

export const isActKind = (value: unknown): value is ActKind => typeof value === 'string' && Object.hasOwn(kinds, value);

export const kindOfAct = (verb: ActKind): Kind => kinds[verb];

/** Changes the members of one reaction; a reaction without members is removed. */
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
