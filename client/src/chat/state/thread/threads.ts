import type { Message, ReadReceipt, UnreadMark } from '@sangam/shared/chat/messages';
import { create } from 'zustand';
import { onReset } from '../../../core/store/reset';
import { isBehind, missesChange, type Thread, withChange, withMessage, withReceipt } from './threads.reduce';
import { withMark, withReaderAway, withReaderBack, withUnreadHeld } from './unread-divider';

interface ThreadsState {
  /** Loaded threads by the other member's id; one seen before is shown at once and then brought up to date. */
  byId: Readonly<Record<number, Thread>>;
  /** The other member of the conversation on screen. */
  openId: number | null;
}

const empty: ThreadsState = { byId: {}, openId: null };
export const useThreads = create<ThreadsState>(() => empty);
onReset(() => useThreads.setState(empty));

export const threadOf = (id: number): Thread | undefined => useThreads.getState().byId[id];

/** Changes a thread that is known; fetches are in threads.sync. */
export function patchThread(id: number, change: (thread: Thread) => Thread): void {
  const thread = threadOf(id);
  if (thread === undefined) return;
  const next = change(thread);
  if (next !== thread) useThreads.setState(({ byId }) => ({ byId: { ...byId, [id]: next } }));
}

/** Takes in a message that came live or was acknowledged; true when a hole before it has to be fetched first. */
export function applyMessage(message: Message, me: number): boolean {
  const id = message.sender_id === me ? message.receiver_id : message.sender_id;
  patchThread(id, (thread) => withMessage(thread, message));
  const thread = threadOf(id);
  return thread?.status === 'ready' && isBehind(thread);
}

/** Takes in a message that changed; true when changes before it have to be fetched first. */
export function applyChange(message: Message, me: number): boolean {
  const id = message.sender_id === me ? message.receiver_id : message.sender_id;
  patchThread(id, (thread) => withChange(thread, message));
  const thread = threadOf(id);
  return thread?.status === 'ready' && (isBehind(thread) || missesChange(thread));
}

/** Live: a member read up to a seq. */
export function applyReceipt(receipt: ReadReceipt, me: number): void {
  const id = receipt.reader_id === me ? receipt.other_id : receipt.reader_id;
  patchThread(id, (thread) => withReceipt(thread, receipt, me));
}

/** This member has seen a conversation up to a seq here; the server is told by realtime/read. */
export function markSeen(id: number, upTo: number, me: number): void {
  patchThread(id, (thread) => {
    if (thread.readSeq >= upTo && !isMarkedUpTo(thread, upTo)) return thread;
    const { mark } = thread;
    return { ...withReceipt(thread, { reader_id: me, up_to: upTo }, me), mark: mark && { ...mark, from: null } };
  });
}

/** Whether a member who has seen it up to here takes away a mark of theirs. */
export const isMarkedUpTo = ({ mark }: Thread, upTo: number): boolean =>
  upTo >= (mark?.from ?? Number.POSITIVE_INFINITY);

/** Live: where the member marked a conversation as unread, on any of their devices. */
export const applyUnreadMark = (id: number, mark: UnreadMark): void =>
  patchThread(id, (thread) => withMark(thread, mark, id, useThreads.getState().openId === id));

/** The reader looked away (`false`): what comes from now on gets the divider when they return (`true`). */
export const setReaderPresent = (id: number, present: boolean): void =>
  patchThread(id, (thread) => {
    if (thread.status !== 'ready') return thread;
    return present ? withReaderBack(thread, id) : withReaderAway(thread, id);
  });

/** Takes the divider away, after the reader answered. */
export const clearUnreadSpan = (id: number): void =>
  patchThread(id, (thread) =>
    thread.unread === null && !thread.unreadHeld ? thread : { ...thread, unread: null, unreadHeld: false },
  );

/** How many messages of the other member are unread once the conversation is marked from here on, as far as they are loaded. */
export const countUnreadFrom = (otherId: number, seq: number): number =>
  (threadOf(otherId)?.messages ?? []).filter(
    (message) => message.sender_id === otherId && message.seq >= seq && !message.deleted_at,
  ).length || 1;

/** Marked as unread from here on: where it is on screen, the divider stands there, and nothing is read until it is opened anew. */
export const holdUnread = (otherId: number, seq: number): void =>
  patchThread(otherId, (thread) => withUnreadHeld(thread, seq, otherId));
