import type { Message } from '@sangam/shared/contract/messages';
import { sameDay } from '@sangam/shared/rules/time';
import type { Pending } from '../../stores/outbox.reduce';
import type { Thread, UnreadSpan } from '../../stores/threads.reduce';

/** One line of a thread: a stored message, or one that is not stored yet. */
export type ThreadItem = { kind: 'stored'; message: Message } | { kind: 'pending'; pending: Pending };

/** A thread's lines without copying the messages: a thread of 100,000 costs no more than one of 10. */
export interface ThreadItems {
  readonly count: number;
  at: (index: number) => ThreadItem | undefined;
  /** A number where it can be: the virtualizer asks for all keys again and again, and must not allocate for it. */
  key: (index: number) => string | number;
  textLength: (index: number) => number;
}

/** Writing pauses longer than this begin a new group of bubbles. */
const GROUP_MS = 5 * 60_000;

/** Stored messages, then the pending ones that are not among them: the only place where the two kinds meet. */
export function threadItems(thread: Thread | undefined, pendings: readonly Pending[], me: number): ThreadItems {
  const stored = thread ? shownOf(thread, me) : [];
  // They follow the newest message: a reader who is further back has not come to them.
  const waiting = thread?.follows === false ? [] : withoutStored(pendings, stored);
  const at = (index: number): ThreadItem | undefined => {
    const message = stored[index];
    if (message) return { kind: 'stored', message };
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
    textLength: (index) => (stored[index] ?? waiting[index - stored.length])?.content.length ?? 0,
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

export const timeOf = (item: ThreadItem): string =>
  item.kind === 'stored' ? item.message.created_at : item.pending.created_at;
const senderOf = (item: ThreadItem, me: number): number => (item.kind === 'stored' ? item.message.sender_id : me);

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
    !newDay &&
    !firstUnread &&
    senderOf(above, me) === senderOf(item, me) &&
    Date.parse(timeOf(item)) - Date.parse(timeOf(above)) < GROUP_MS;
  return { newDay, firstUnread, grouped };
}

/** True for the message that the divider stands above. */
const isFirstUnread = (seq: number, unread: UnreadSpan | null): boolean =>
  unread !== null && seq === unread.from + 1 && (unread.to === null || unread.to >= seq);

/** The line of the first unread message, or -1. */
export function firstUnreadIndex(thread: Thread): number {
  const first = thread.messages[0]?.seq;
  if (thread.unread === null || first === undefined) return -1;
  const index = thread.unread.from + 1 - first;
  return index >= 0 && index < thread.messages.length ? index : -1;
}
