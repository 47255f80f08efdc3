import type { Message } from '@sangam/shared/chat/messages';
import { sameDay } from '@sangam/shared/core/time';
import type { ConversationKey } from '../../../lib/links/chat-link';
import type { Card } from '../../state/conversation-cards';
import { type MessageDialog, type MessageDialogKind, messageDialogs } from '../../state/outbox/message-dialog';
import { type Pending, type PendingAct, placeIn } from '../../state/outbox/outbox-order';
import { oldestSeq, type Thread, type UnreadSpan } from '../../state/thread/threads.reduce';
import { estimateHeight } from './row-height';
import { shownChanged, shownPending } from './shown-acts';

/** A stored or pending message. */
export type MessageItem =
  // `waits`: a pending act that the server doesn't know yet.
  { kind: 'stored'; message: Message; waits?: true } | { kind: 'pending'; pending: Pending };

/** One line of a thread: a message, or a card for a join request or interest. */
export type ThreadItem = MessageItem | { kind: 'card'; card: Card };

/** A thread's lines, computed without copying the messages: 100,000 messages cost no more than 10. */
export interface ThreadItems {
  readonly count: number;
  at: (index: number) => ThreadItem | undefined;
  /** A number where possible: the virtualizer reads all keys repeatedly, so this must not allocate. */
  key: (index: number) => string | number;
  /** An estimate until measured. */
  height: (index: number) => number;
  /** Returns the line of a loaded message, by its index among the messages. */
  lineOf: (messageIndex: number) => number;
}

/** A pause longer than this starts a new group of bubbles. */
const GROUP_MS = 5 * 60_000;

const noActs: readonly PendingAct[] = [];

/** Joins stored messages with the pending ones that aren't among them. */
export function threadItems(
  thread: Thread | undefined,
  pendings: readonly Pending[],
  me: number,
  acts: readonly PendingAct[] = noActs,
): ThreadItems {
  const stored = thread ? shownOf(thread, me) : [];
  // Pending messages follow the newest stored one, which isn't loaded for a reader further back.
  const waiting = thread?.follows === false ? [] : shownPending(withoutStored(pendings, stored), acts);
  const changed = acts.length === 0 ? undefined : shownChanged(stored, acts, me);
  const at = (index: number): MessageItem | undefined => {
    const message = stored[index];
    if (message) {
      const shown = changed?.get(message.seq);
      if (shown === undefined) return { kind: 'stored', message };
      return { kind: 'stored', message: shown.message, ...(shown.waits && { waits: true }) };
    }
    const pending = waiting[index - stored.length];
    return pending && { kind: 'pending', pending };
  };
  return {
    count: stored.length + waiting.length,
    at,
    key: (index) => {
      const message = stored[index];
      // The key stays the same when a message is stored, so that its bubble isn't replaced.
      if (message) return message.sender_id === me && message.client_id ? message.client_id : message.id;
      return waiting[index - stored.length]?.client_id ?? `i${index}`;
    },
    height: (index) => {
      const message = stored[index] ?? waiting[index - stored.length];
      return estimateHeight(message?.content ?? '', message?.attachments, message?.project_id);
    },
    lineOf: (index) => index,
  };
}

/** The member's own messages stay on screen while earlier messages from the other are fetched. */
function shownOf({ messages, parked }: Thread, me: number): readonly Message[] {
  const own = parked.filter((message) => message.sender_id === me);
  return own.length === 0 ? messages : [...messages, ...own];
}

function withoutStored(pendings: readonly Pending[], stored: readonly Message[]): readonly Pending[] {
  if (pendings.length === 0) return pendings;
  const wanted = new Set(pendings.map((item) => item.client_id));
  const found = new Set<string>();
  for (let index = stored.length - 1; index >= 0 && found.size < wanted.size; index -= 1) {
    const id = stored[index]?.client_id;
    if (id && wanted.has(id)) found.add(id);
  }
  return pendings.filter((item) => !found.has(item.client_id));
}

export function timeOf(item: ThreadItem): string {
  if (item.kind === 'card') return item.card.at;
  return item.kind === 'stored' ? item.message.created_at : item.pending.created_at;
}

/** The message as the server has it; null while it is pending. */
export const storedOf = (item: MessageItem): Message | null => (item.kind === 'stored' ? item.message : null);

export const sentOf = (item: MessageItem): Message | Pending => (item.kind === 'stored' ? item.message : item.pending);

const senderOf = (item: MessageItem, me: number): number => (item.kind === 'stored' ? item.message.sender_id : me);

/** How a line relates to the one above it. */
export interface Joint {
  /** A date separator is above it. */
  newDay: boolean;
  /** The unread divider is above it. */
  firstUnread: boolean;
  /** It is in the same group as the bubble above. */
  grouped: boolean;
}

export function joint(above: ThreadItem | undefined, item: ThreadItem, unread: UnreadSpan | null, me: number): Joint {
  const newDay = above === undefined || !sameDay(timeOf(above), timeOf(item));
  const firstUnread = item.kind === 'stored' && isFirstUnread(item.message.seq, unread);
  const grouped =
    above !== undefined &&
    above.kind !== 'card' &&
    item.kind !== 'card' &&
    !newDay &&
    !firstUnread &&
    senderOf(above, me) === senderOf(item, me) &&
    Date.parse(timeOf(item)) - Date.parse(timeOf(above)) < GROUP_MS;
  return { newDay, firstUnread, grouped };
}

/** Returns true for the message below the unread divider. */
const isFirstUnread = (seq: number, unread: UnreadSpan | null): boolean =>
  unread !== null && seq === unread.from + 1 && (unread.to === null || unread.to >= seq);

/** Returns the index of the first unread loaded message, or -1. */
export function firstUnreadIndex(thread: Thread): number {
  const first = thread.messages[0]?.seq;
  if (thread.unread === null || first === undefined) return -1;
  const index = thread.unread.from + 1 - first;
  return index >= 0 && index < thread.messages.length ? index : -1;
}

/** Returns where a thread opens: at the message named by the address, or else at the first unread one. Null: at the end. */
export function startOf(thread: Thread, items: ThreadItems): { line: number; align: 'start' | 'center' } | null {
  if (thread.target !== null) return { line: items.lineOf(thread.target - oldestSeq(thread)), align: 'center' };
  const unread = firstUnreadIndex(thread);
  return unread < 0 ? null : { line: items.lineOf(unread), align: 'start' };
}

/** Counts the messages sent to a member who hasn't answered; null if that is unknown or not limited (R6.11). */
export function sentUnanswered(thread: Thread | undefined, cards: readonly Card[], me: number): number | null {
  if (thread?.status !== 'ready' || thread.hasOlder) return null;
  if (thread.messages.some(({ sender_id }) => sender_id !== me) || cards.some(isActiveCard)) return null;
  return thread.messages.length;
}

/** Whether the card lifts the limit: an invitation doesn't. */
const isActiveCard = (card: Card): boolean =>
  card.kind === 'request'
    ? card.request.status !== 'withdrawn'
    : card.kind === 'interest' && card.interest.ended_by === undefined;

/** Returns the key of the reader's newest message, stored or on its way; null for none. */
export function lastOwnKey(items: ThreadItems, me: number): string | number | null {
  for (let index = items.count - 1; index >= 0; index -= 1) {
    const item = items.at(index);
    const isRejected = item?.kind === 'pending' && item.pending.state === 'failed';
    if (item && item.kind !== 'card' && !isRejected && senderOf(item, me) === me) return items.key(index);
  }
  return null;
}

/** Returns the dialog to open for a message; null where it isn't possible. */
export function dialogOn(
  item: MessageItem,
  conversation: ConversationKey,
  kind: MessageDialogKind,
): MessageDialog | null {
  const place = placeIn(conversation);
  if (item.kind === 'stored') {
    const { seq, client_id, content, deleted_at } = item.message;
    return deleted_at ? null : { kind, content, target: { ...place, seq, message: client_id } };
  }
  const { client_id, content, state } = item.pending;
  // A rejected message has a button of its own to delete it.
  return messageDialogs[kind].needsStored || (state === 'failed' && kind === 'delete')
    ? null
    : { kind, content, target: { ...place, seq: null, message: client_id } };
}
