import type { ActKind } from '@sangam/shared/chat/acts';
import type { ApiError } from '../../../core/api/errors';
import { currentSessionId } from '../../../core/session/session';
import type { ConversationKey } from '../../../lib/links/chat-link';
import type { Attached } from '../files/chosen-files';
import { idIn, keyOf, memberIn } from '../known-conversations';
import type { Written } from '../thread/same-message';

interface Queued {
  client_id: string;
  /** The conversation's id; absent while it has none, and in items that the previous version stored. */
  conversation_id?: number;
  /** The other member of a direct conversation. Tabs of the previous version find the conversation by it. */
  receiver_id?: number;
  created_at: string;
  /** The order of sending; grows with everything written here. */
  order: number;
  state: 'waiting' | 'sending' | 'failed';
  error: ApiError | null;
  /**
   * The session that wrote it. A restored backup ends all sessions, so numbers of messages from an earlier one may be other messages' now.
   * Absent in items that the previous version stored.
   */
  session?: string;
  /** Sending has begun once, so it may have reached the server. */
  tried?: true;
}

/** A message that isn't stored on the server yet, as far as this browser knows. */
export interface Pending extends Queued {
  kind: 'pending';
  content: string;
  /** The number of the message it replies to. */
  reply_to?: number;
  /** By what that number is checked in a later session. */
  reply_known?: Written;
  /** Its pictures and files; absent if it has none. */
  attachments?: readonly Attached[];
  /** The project whose page it was written from. */
  project_id?: number;
}

/** A message's optional parts besides its text. */
export type MessageExtras = Pick<Pending, 'reply_to' | 'attachments' | 'project_id'>;

/** An act on a message that is stored or pending. */
export interface PendingAct extends Queued {
  kind: 'act';
  verb: ActKind;
  /** The act's content (`act-kinds.ts`). */
  text: string;
  /** The message's number; null while the message itself is pending. */
  seq: number | null;
  /**
   * The message's `client_id`, by which one without a number is found. May be null where `seq` is known: acts on stored
   * messages need none. Stored under this name, which tabs of the previous version read.
   */
  message: string | null;
  /** When the message was written, which identifies it in a later session; or the one with the number `known_seq`. */
  written_at?: string;
  /** The number of the next message that was known when the act's own was not. */
  known_seq?: number;
  /** A deletion whose message the server didn't have: it follows should the message still arrive. */
  sought?: true;
}

export type OutboxItem = Pending | PendingAct;

/** Names a conversation as an item of the outbox does. */
type Place = Pick<Queued, 'conversation_id' | 'receiver_id'>;

export function placeIn(conversation: ConversationKey): Place {
  const [id, memberId] = [idIn(conversation), memberIn(conversation)];
  return { ...(id !== null && { conversation_id: id }), ...(memberId !== null && { receiver_id: memberId }) };
}

/** Returns the conversation of an item. It changes once, when the conversation gets its id. */
export const conversationOf = ({ conversation_id, receiver_id: memberId }: Place): ConversationKey =>
  keyOf({ conversation_id, memberId });

export const byOrder = (a: OutboxItem, b: OutboxItem): number => a.order - b.order;

/** Whether an item's numbers of messages are still valid: it was written in this session. */
export const isOfThisSession = ({ session }: Pick<Queued, 'session'>): boolean =>
  session === undefined || session === currentSessionId();

/** Returns one conversation's pending messages or acts, in the order of writing. */
export const pendingFor = <T extends OutboxItem>(items: readonly T[], conversation: ConversationKey): readonly T[] =>
  items.filter((item) => conversationOf(item) === conversation);

/**
 * Returns the next item to send in each conversation. A failed message waits for its author, with the acts on it, and
 * blocks nothing else. An act on a message that has left the outbox without a number is ready: its message is looked up.
 */
export function nextToSend(items: readonly Pending[], acts: readonly PendingAct[] = []): OutboxItem[] {
  const heads = new Map<ConversationKey, OutboxItem>();
  const keys = new Set(acts.length === 0 ? [] : items.map(({ client_id }) => client_id));
  const isReady = (item: OutboxItem): boolean =>
    item.kind === 'pending' || item.seq !== null || (!item.sought && item.message !== null && !keys.has(item.message));
  for (const item of acts.length === 0 ? items : [...items, ...acts].toSorted(byOrder))
    if (item.state !== 'failed' && isReady(item) && !heads.has(conversationOf(item)))
      heads.set(conversationOf(item), item);
  return [...heads.values()];
}

/** Returns the text of a pending message with its author's later edits. */
export const wordsOf = ({ client_id, content }: Pending, acts: readonly PendingAct[]): string =>
  acts.findLast((act) => act.message === client_id && act.verb === 'edit')?.text ?? content;

/** Adds or replaces an item by its client_id. */
export const withPending = <T extends OutboxItem>(items: readonly T[], item: T): readonly T[] =>
  [...items.filter((other) => other.client_id !== item.client_id), item].toSorted(byOrder);

export const withoutPending = <T extends OutboxItem>(items: readonly T[], clientId: string): readonly T[] =>
  items.some((item) => item.client_id === clientId) ? items.filter((item) => item.client_id !== clientId) : items;
