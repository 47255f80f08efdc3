import type { Message, ReadReceipt, UnreadMark } from '@sangam/shared/chat/messages';
import { create } from 'zustand';
import { onReset } from '../../../core/store/reset';
import { isBehind, missesChange, type Thread, withChange, withMessage, withReceipt } from './threads.reduce';
import { withMark, withReaderAway, withReaderBack, withUnreadHeld } from './unread-divider';

interface ThreadsState {
  /** Loaded threads by the other member's id. A known one shows at once and is then synced. */
  byId: Readonly<Record<number, Thread>>;
  /** The other member of the open conversation. */
  openId: number | null;
}

const empty: ThreadsState = { byId: {}, openId: null };
export const useThreads = create<ThreadsState>(() => empty);
onReset(() => useThreads.setState(empty));

export const threadOf = (id: number): Thread | undefined => useThreads.getState().byId[id];

/** Changes a loaded thread; `threads.sync.ts` fetches. */
export function patchThread(id: number, change: (thread: Thread) => Thread): void {
  const thread = threadOf(id);
  if (thread === undefined) return;
  const next = change(thread);
  if (next !== thread) useThreads.setState(({ byId }) => ({ byId: { ...byId, [id]: next } }));
}

/** Applies a live or acknowledged message. Returns true when a gap before it must be fetched. */
export function applyMessage(message: Message, me: number): boolean {
  const id = message.sender_id === me ? message.receiver_id : message.sender_id;
  patchThread(id, (thread) => withMessage(thread, message));
  const thread = threadOf(id);
  return thread?.status === 'ready' && isBehind(thread);
}

/** Applies a changed message. Returns true when changes before it must be fetched. */
export function applyChange(message: Message, me: number): boolean {
  const id = message.sender_id === me ? message.receiver_id : message.sender_id;
  patchThread(id, (thread) => withChange(thread, message));
  const thread = threadOf(id);
  return thread?.status === 'ready' && (isBehind(thread) || missesChange(thread));
}

/** Applies a read receipt. */
export function applyReceipt(receipt: ReadReceipt, me: number): void {
  const id = receipt.reader_id === me ? receipt.other_id : receipt.reader_id;
  patchThread(id, (thread) => withReceipt(thread, receipt, me));
}

/** Notes that this member has seen messages up to a seq; `sync/mark-read.ts` notifies the server. */
export function markSeen(id: number, upTo: number, me: number): void {
  patchThread(id, (thread) => {
    if (thread.readSeq >= upTo && !isMarkedUpTo(thread, upTo)) return thread;
    const { mark } = thread;
    return { ...withReceipt(thread, { reader_id: me, up_to: upTo }, me), mark: mark && { ...mark, from: null } };
  });
}

/** Returns true when reading up to here removes the member's unread mark. */
export const isMarkedUpTo = ({ mark }: Thread, upTo: number): boolean =>
  upTo >= (mark?.from ?? Number.POSITIVE_INFINITY);

/** Applies an unread mark set on any of the member's devices. */
export const applyUnreadMark = (id: number, mark: UnreadMark): void =>
  patchThread(id, (thread) => withMark(thread, mark, id, useThreads.getState().openId === id));

/** Notes that the reader left (`false`) or returned (`true`): messages that arrive meanwhile get the divider. */
export const setReaderPresent = (id: number, present: boolean): void =>
  patchThread(id, (thread) => {
    if (thread.status !== 'ready') return thread;
    return present ? withReaderBack(thread, id) : withReaderAway(thread, id);
  });

/** Removes the divider after the reader answered. */
export const clearUnreadSpan = (id: number): void =>
  patchThread(id, (thread) =>
    thread.unread === null && !thread.unreadHeld ? thread : { ...thread, unread: null, unreadHeld: false },
  );

/** Counts the loaded messages that become unread when the conversation is marked from here on. */
export const countUnreadFrom = (otherId: number, seq: number): number =>
  (threadOf(otherId)?.messages ?? []).filter(
    (message) => message.sender_id === otherId && message.seq >= seq && !message.deleted_at,
  ).length || 1;

/**
 * Marks an open conversation as unread: the divider moves here, and nothing is marked read until it is opened again.
 */
export const holdUnread = (otherId: number, seq: number): void =>
  patchThread(otherId, (thread) => withUnreadHeld(thread, seq, otherId));
