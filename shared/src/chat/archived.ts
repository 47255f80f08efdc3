import type { UnreadMark } from './messages.js';

/** The `archived_until` of an archived conversation while it is muted: no message returns it to the list. */
export const ARCHIVED_WHILE_MUTED = Number.MAX_SAFE_INTEGER;

interface CountedConversation {
  unread_count: number;
  unread_version: number;
  unread_mark?: UnreadMark;
}

/**
 * The number of messages by others that a count covers. The count's version is that number, plus the messages read, plus the mark's
 * changes.
 */
export const receivedIn = ({ unread_count, unread_version, unread_mark }: CountedConversation): number =>
  (unread_count + unread_version - (unread_mark?.version ?? 0)) / 2;

/** Whether the conversation is archived: its member archived it, and no later message from the others has returned it. */
export const isArchived = (conversation: CountedConversation): boolean => {
  const archivedUntil = conversation.unread_mark?.archived_until;
  return archivedUntil !== undefined && receivedIn(conversation) <= archivedUntil;
};

/** Returns a row without an archiving that is over, as the server sends it. */
export function withoutEndedArchive<Item extends CountedConversation>(item: Item): Item {
  if (item.unread_mark?.archived_until === undefined || isArchived(item)) return item;
  const { archived_until: _, ...unread_mark } = item.unread_mark;
  return { ...item, unread_mark };
}
