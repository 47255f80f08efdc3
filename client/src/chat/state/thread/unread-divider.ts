import type { Message, UnreadMark } from '@sangam/shared/chat/messages';
import { newerMark, newestSeq, oldestSeq, readUpTo, type Thread, type UnreadSpan } from './threads.reduce';

/** Returns the first message by another member after a seq, or undefined. */
function firstIncoming(thread: Thread, after: number, me: number): Message | undefined {
  const start = Math.max(0, after + 1 - oldestSeq(thread));
  for (let index = start; index < thread.messages.length; index += 1) {
    const message = thread.messages[index];
    if (message && message.sender_id !== me) return message;
  }
  return undefined;
}

/** Returns true when the start position is loaded: the first unread message, or the end when all are read. */
export const hasStart = (thread: Thread, firstUnreadSeq: number | null): boolean =>
  firstUnreadSeq === null
    ? thread.follows
    : firstUnreadSeq >= oldestSeq(thread) && (thread.follows || firstUnreadSeq <= newestSeq(thread));

/** Returns the span from the first message by another member after `after`; null when there is none. */
function spanAfter(thread: Thread, after: number, me: number): UnreadSpan | null {
  const first = firstIncoming(thread, after, me);
  return first ? { from: first.seq - 1, to: newestSeq(thread) } : null;
}

/** Puts the divider above the unread messages when the reader opens the thread. */
export const withUnreadSpan = (thread: Thread, me: number): Thread => ({
  ...thread,
  unread: spanAfter(thread, readUpTo(thread), me),
});

/**
 * Puts the divider above messages fetched on the reader's return, unless it is above them already. `written`: the reader's messages that
 * wait to be sent.
 */
export function withUnreadFrom(thread: Thread, from: number, me: number, written: readonly string[]): Thread {
  const answered = withAnswered(thread, me);
  if (answered !== thread) return answered;
  const unread = spanAfter(thread, from, me);
  if (unread === null) return thread;
  const before = thread.unread;
  // A divider above messages that were still unread keeps its place.
  const keepsDivider = before !== null && before.from < unread.from && (before.to === null || before.to > from);
  const placed = keepsDivider ? before : unread;
  // Those of a kept divider may have been sent below it by now.
  const allWritten = [...new Set([...(placed.written ?? []), ...written])];
  return { ...thread, unread: { ...placed, ...(allWritten.length > 0 && { written: allWritten }) } };
}

/** Prepares the divider for messages that arrive while the reader is away. Unread messages keep their divider. */
export const withReaderAway = (thread: Thread, me: number): Thread =>
  !thread.follows || firstIncoming(thread, readUpTo(thread), me)
    ? thread
    : { ...thread, unread: { from: newestSeq(thread), to: null } };

/** Lowers the divider below messages that the reader has read and then answered from another device. */
function withAnswered(thread: Thread, me: number): Thread {
  const { from = 0, to, written = [] } = thread.unread ?? {};
  if (to === undefined || to === null) return thread;
  const isAnswer = ({ sender_id, client_id }: Message) => sender_id === me && !written.includes(client_id ?? '');
  const last = thread.messages.findLast((message) => message.seq <= to || isAnswer(message))?.seq ?? 0;
  const answered = Math.min(last, readUpTo(thread));
  if (last <= to || answered <= from) return thread;
  return { ...thread, unreadHeld: false, unread: spanAfter(thread, answered, me) };
}

/** Lowers the divider below messages that the reader sent or answered from another device. */
export function withOwnAbove(thread: Thread, me: number): Thread {
  if (thread.unread?.to !== null) return withAnswered(thread, me);
  const from = (firstIncoming(thread, thread.unread.from, me)?.seq ?? newestSeq(thread) + 1) - 1;
  return from === thread.unread.from ? thread : { ...thread, unread: { from, to: null } };
}

/** Puts the divider above messages that arrived while the reader was away, or removes it. */
export const withReaderBack = (thread: Thread, me: number): Thread =>
  thread.unread?.to === null ? { ...thread, unread: spanAfter(thread, thread.unread.from, me) } : thread;

/**
 * Marks an open thread as unread: the divider moves to the mark, and nothing is marked read until it is opened again.
 */
export const withUnreadHeld = (thread: Thread, from: number, me: number): Thread => ({
  ...thread,
  unreadHeld: true,
  unread: spanAfter(thread, from - 1, me),
});

/** Applies a live unread mark; a known or older one changes nothing. */
export function withMark(thread: Thread, incoming: UnreadMark, me: number, isOpen: boolean): Thread {
  const mark = newerMark(thread.mark, incoming);
  if (mark === thread.mark) return thread;
  const marked = { ...thread, mark };
  if (mark?.from === null) return withOwnAbove(marked, me);
  return isOpen && mark === incoming && incoming.from !== null && thread.status === 'ready'
    ? withUnreadHeld(marked, incoming.from, me)
    : marked;
}
