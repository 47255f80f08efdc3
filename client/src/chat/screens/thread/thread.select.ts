import type { Message } from '@sangam/shared/chat/messages';
import { sameDay } from '@sangam/shared/core/time';
import type { Card } from '../../state/conversation-cards';
import type { Acting } from '../../state/outbox/outbox-acts';
import type { Pending, PendingAct } from '../../state/outbox/outbox-order';
import { oldestSeq, type Thread, type UnreadSpan } from '../../state/thread/threads.reduce';
import { shownChanged, shownPending } from '../message/shown-acts';
import { estimateHeight } from './row-height';

/** A message, stored or not stored yet. */
export type MessageItem =
  // `waits`: something is to be done to it that the server does not know yet.
  { kind: 'stored'; message: Message; waits?: true } | { kind: 'pending'; pending: Pending };

/** One line of a thread: a message, or a join request or interest between the two. */
export type ThreadItem = MessageItem | { kind: 'card'; card: Card };

/** A thread's lines without copying the messages: a thread of 100,000 costs no more than one of 10. */
export interface ThreadItems {
  readonly count: number;
  at: (index: number) => ThreadItem | undefined;
  /** A number where it can be: the virtualizer asks for all keys again and again, and must not allocate for it. */
  key: (index: number) => string | number;
  /** A guess, until it is measured. */
  height: (index: number) => number;
  /** The line of a loaded message, by its place among the messages. */
  lineOf: (messageIndex: number) => number;
}

/** Writing pauses longer than this begin a new group of bubbles. */
const GROUP_MS = 5 * 60_000;

const noActs: readonly PendingAct[] = [];

/** Stored messages, then the pending ones that are not among them: the only place where the two kinds meet. */
export function threadItems(
  thread: Thread | undefined,
  pendings: readonly Pending[],
  me: number,
  acts: readonly PendingAct[] = noActs,
): ThreadItems {
  const stored = thread ? shownOf(thread, me) : [];
  // They follow the newest message: a reader who is further back has not come to them.
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
      // The same key before and after it is stored, so that a bubble settles instead of being replaced.
      if (message) return message.sender_id === me && message.client_id ? message.client_id : message.id;
      return waiting[index - stored.length]?.client_id ?? `i${index}`;
    },
    height: (index) => {
      const message = stored[index] ?? waiting[index - stored.length];
      return estimateHeight(message?.content ?? '', message?.attachments);
    },
    lineOf: (index) => index,
  };
}

/** What one has sent oneself stays on screen while what the other wrote before it is still to be fetched. */
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
const senderOf = (item: MessageItem, me: number): number => (item.kind === 'stored' ? item.message.sender_id : me);

/** How a line stands to the one above it. */
export interface Joint {
  /** A date separator stands above it. */
  newDay: boolean;
  /** The unread divider stands above it. */
  firstUnread: boolean;
  /** It belongs to the bubble above. */
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

/** True for the message that the divider stands above. */
const isFirstUnread = (seq: number, unread: UnreadSpan | null): boolean =>
  unread !== null && seq === unread.from + 1 && (unread.to === null || unread.to >= seq);

/** The place of the first unread message among those that are loaded, or -1. */
export function firstUnreadIndex(thread: Thread): number {
  const first = thread.messages[0]?.seq;
  if (thread.unread === null || first === undefined) return -1;
  const index = thread.unread.from + 1 - first;
  return index >= 0 && index < thread.messages.length ? index : -1;
}

/** Where a thread opens: at the message that an address led to, else at its first unread one; null: at its end. */
export function startOf(thread: Thread, items: ThreadItems): { line: number; align: 'start' | 'center' } | null {
  if (thread.target !== null) return { line: items.lineOf(thread.target - oldestSeq(thread)), align: 'center' };
  const unread = firstUnreadIndex(thread);
  return unread < 0 ? null : { line: items.lineOf(unread), align: 'start' };
}

/** How many messages one has sent to a member who has written none; null where that is not known, or not counted (R6.11). */
export function sentUnanswered(thread: Thread | undefined, cards: readonly Card[], otherId: number): number | null {
  if (thread?.status !== 'ready' || thread.hasOlder) return null;
  if (thread.messages.some(({ sender_id }) => sender_id === otherId) || cards.some(isActiveCard)) return null;
  return thread.messages.length;
}

const isActiveCard = (card: Card): boolean =>
  card.kind === 'request' ? card.request.status !== 'withdrawn' : card.interest.ended_by === undefined;

/** What an act on a message of `me` or of the other member begins with; null where it cannot be done. */
export function actingOn(item: MessageItem, verb: Acting['verb'], own = true): Acting | null {
  if (item.kind === 'stored') {
    const { sender_id, seq, client_id, content, deleted_at } = item.message;
    const receiver_id = own ? item.message.receiver_id : sender_id;
    return deleted_at ? null : { verb, content, target: { receiver_id, seq, message: client_id } };
  }
  const { receiver_id, client_id, content, state } = item.pending;
  // One that was refused has its own acts beside it.
  return state === 'failed' || verb === 'react'
    ? null
    : { verb, content, target: { receiver_id, seq: null, message: client_id } };
}
