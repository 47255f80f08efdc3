import { withoutEndedArchive } from '@sangam/shared/chat/archived';
import type { Conversation, Message, ReadReceipt, Unread } from '@sangam/shared/chat/messages';
import { noteRestored } from '../../core/session/restored';
import type { ConversationKey } from '../../lib/links/chat-link';
import { newestFirst } from '../../lib/text/compare';

/**
 * A conversation in the list. Its presence and message request are entities of their own, and the address isn't shown
 * here.
 */
export interface Listed
  extends Omit<Conversation, 'id' | 'is_online' | 'last_active' | 'request' | 'email' | 'conversation_id' | 'kind'> {
  key: ConversationKey;
  /** The other member of a direct conversation. */
  otherId: number | null;
}

/** A direct conversation in the list. */
export interface ListedConversation extends Listed {
  otherId: number;
}

/** Most recent first, as the server sorts them (`server/src/chat/conversations/conversation-page.queries.ts`); pages depend on it. */
const byRecency = (a: ListedConversation, b: ListedConversation): number =>
  newestFirst(a.last_message_time ?? '', b.last_message_time ?? '') || b.otherId - a.otherId;

/** The numbers of a row that only grow, unless the server's database was restored from a backup. */
type Numbers = Pick<Listed, 'last_seq' | 'last_change' | 'read_seq'>;

/** Returns true when the server has less than a row had before the server was asked: its database was restored from a backup. */
export const isRestored = (atRequest: Numbers | undefined, fetched: Numbers): boolean =>
  atRequest !== undefined && (hasLess(atRequest, fetched) || fetched.read_seq < atRequest.read_seq);

/** Whether the server has fewer messages or changes than a row. Both are counted here only after the server counted them. */
const hasLess = (atRequest: Numbers, fetched: Numbers): boolean =>
  fetched.last_seq < atRequest.last_seq || fetched.last_change < atRequest.last_change;

/** Notes a restored backup in an answer with rows. `atRequest`: the rows when the server was asked. */
export function noteIfRestored(
  atRequest: readonly (Numbers & { key: ConversationKey })[],
  fetched: typeof atRequest,
): void {
  const before = new Map(atRequest.map((row) => [row.key, row]));
  const isLess = (row: (typeof atRequest)[number]) => {
    const known = before.get(row.key);
    return known !== undefined && hasLess(known, row);
  };
  if (fetched.some(isLess)) noteRestored();
}

/**
 * Merges an answer into the list. The answer may be older than a live event already applied; numbers only grow, so the
 * larger one is newer. `atRequest`: the list when the server was asked.
 */
export function mergeConversations(
  known: readonly ListedConversation[],
  fetched: readonly ListedConversation[],
  atRequest: readonly ListedConversation[] = [],
): ListedConversation[] {
  const merged = new Map(known.map((item) => [item.key, item]));
  const before = new Map(atRequest.map((item) => [item.key, item]));
  for (const item of fetched) {
    const row = merged.get(item.key);
    merged.set(item.key, row && !isRestored(before.get(item.key), item) ? newerOf(row, item) : item);
  }
  return [...merged.values()].toSorted(byRecency);
}

function newerOf(before: ListedConversation, fetched: ListedConversation): ListedConversation {
  const { last_message, last_message_time, last_message_sender_id, last_seq, reaction } = isOlder(fetched, before)
    ? before
    : fetched;
  const { unread_count, unread_version, unread_mark } =
    fetched.unread_version < before.unread_version ? before : fetched;
  return withoutEndedArchive({
    ...withoutReaction(fetched),
    last_message,
    last_message_time,
    last_message_sender_id,
    last_seq,
    ...(reaction && { reaction }),
    unread_count,
    unread_version,
    ...(unread_mark && { unread_mark }),
    last_change: Math.max(before.last_change, fetched.last_change),
    read_seq: Math.max(before.read_seq, fetched.read_seq),
    other_read_seq: Math.max(before.other_read_seq, fetched.other_read_seq),
  });
}

const withoutReaction = ({ reaction: _, ...rest }: ListedConversation): ListedConversation => rest;

/** Returns true when the list may have to show another reaction after this change, which only a fetch can tell. */
const concernsReaction = ({ reaction }: ListedConversation, { sender_id, seq, reactions }: Message, me: number) =>
  reaction?.seq === seq ||
  (sender_id === me && reactions?.some(({ user_ids }) => user_ids.some((id) => id !== me)) === true);

/** Returns true when the answer's last message is older than the one shown. */
const isOlder = (fetched: ListedConversation, before: ListedConversation): boolean =>
  fetched.last_seq < before.last_seq ||
  (fetched.last_seq === before.last_seq && fetched.last_change < before.last_change);

/** Applies a changed message to the last line. Returns null when an earlier change or the conversation is missing. */
export function withChange(
  list: readonly ListedConversation[],
  key: ConversationKey,
  message: Message,
  me: number,
): ListedConversation[] | null {
  const known = list.find((item) => item.key === key);
  const change = message.change ?? 0;
  if (known === undefined || change > known.last_change + 1) return null;
  if (change <= known.last_change) return [...list];
  if (concernsReaction(known, message, me)) return null;
  const last_message = message.seq === known.last_seq ? message.content : known.last_message;
  return list.map((item) => (item === known ? { ...known, last_message, last_change: change } : item));
}

/** Returns true for a later message with an earlier number, as after a restored backup. */
export const isRenumbered = (row: Pick<Listed, 'last_seq' | 'last_message_time'>, message: Message): boolean =>
  message.seq <= row.last_seq && message.created_at > (row.last_message_time ?? '');

/**
 * Applies a new message to its conversation's last line and position. Returns null when the list must be fetched: the conversation isn't
 * listed, or the server numbers its messages from an earlier one again.
 */
export function withMessage(
  list: readonly ListedConversation[],
  key: ConversationKey,
  message: Message,
): ListedConversation[] | null {
  const known = list.find((item) => item.key === key);
  if (known === undefined || isRenumbered(known, message)) return null;
  if (message.seq <= known.last_seq) return [...list];
  const changed: ListedConversation = {
    ...withoutReaction(known),
    last_message: message.content,
    last_message_time: message.created_at,
    last_message_sender_id: message.sender_id,
    last_seq: message.seq,
  };
  return [changed, ...list.filter((item) => item.key !== key)].toSorted(byRecency);
}

/** Sets the unread count of one conversation, unless a newer one is known. */
export const withUnread = (
  list: readonly ListedConversation[],
  key: ConversationKey,
  { conversation: { id: _, conversation_id: __, ...unread } }: Unread,
): ListedConversation[] =>
  list.map((item) =>
    item.key !== key || unread.unread_version < item.unread_version
      ? item
      : withoutEndedArchive({ ...item, ...unread }),
  );

/** Applies a read receipt of either member; read marks never move back. */
export function withReceipt(
  list: readonly ListedConversation[],
  key: ConversationKey,
  receipt: Pick<ReadReceipt, 'reader_id' | 'up_to'>,
  me: number,
): ListedConversation[] {
  return list.map((item) => {
    if (item.key !== key) return item;
    return receipt.reader_id === me
      ? { ...item, read_seq: Math.max(item.read_seq, receipt.up_to) }
      : { ...item, other_read_seq: Math.max(item.other_read_seq, receipt.up_to) };
  });
}
