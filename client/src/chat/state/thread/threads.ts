import type { Message, ReadReceipt, UnreadMark } from '@sangam/shared/chat/messages';
import { create } from 'zustand';
import { currentUserId } from '../../../core/session/session';
import { onReset } from '../../../core/store/reset';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { onRenamed, withNewNames } from '../../../people/state/members';
import { followRenamed, keyNow, keyOf, keyOfMessage, type Naming, noteConversations } from '../known-conversations';
import { followLost } from '../teams';
import { isIncomplete, type Thread, withChange, withMessage, withReceipt } from './threads.reduce';
import {
  withMark,
  withOwnAbove,
  withReaderAway,
  withReaderBack,
  withUnreadHeld,
  withUnreadSpan,
} from './unread-divider';

interface ThreadsState {
  /** Loaded threads by conversation. A known one shows at once and is then synced. */
  byId: Readonly<Record<ConversationKey, Thread>>;
  openId: ConversationKey | null;
}

const empty: ThreadsState = { byId: {}, openId: null };
export const useThreads = create<ThreadsState>(() => empty);
onReset(() => useThreads.setState(empty));

followRenamed((from, to) =>
  useThreads.setState(({ byId, openId }) => {
    const { [from]: moved, ...others } = byId;
    return {
      byId: moved ? { [to]: moved, ...others } : byId,
      openId: openId === from ? to : openId,
    };
  }),
);

onRenamed((_, before) =>
  useThreads.setState(({ byId }) => ({
    byId: Object.fromEntries(
      Object.entries(byId).map(([key, thread]) => [
        key,
        { ...thread, messages: withNewNames(thread.messages, before, 'sender_id', 'sender_name') },
      ]),
    ),
  })),
);

followLost((key) =>
  useThreads.setState(({ byId: { [key]: _, ...byId }, openId }) => ({ byId, openId: openId === key ? null : openId })),
);

export const threadOf = (conversation: ConversationKey): Thread | undefined =>
  useThreads.getState().byId[keyNow(conversation)];

/** Whether a loaded thread lacks messages or changes that the server has announced. */
export const lacksAny = (conversation: ConversationKey): boolean => {
  const thread = threadOf(conversation);
  return thread !== undefined && isIncomplete(thread);
};

/** Stores a thread. */
export const putThread = (conversation: ConversationKey, thread: Thread): void =>
  useThreads.setState(({ byId }) => ({ byId: { ...byId, [keyNow(conversation)]: thread } }));

export const isOpen = (conversation: ConversationKey): boolean => useThreads.getState().openId === keyNow(conversation);

/** Changes a loaded thread; `sync/thread-sync.ts` fetches. */
export function patchThread(conversation: ConversationKey, change: (thread: Thread) => Thread): void {
  const thread = threadOf(conversation);
  if (thread === undefined) return;
  const next = change(thread);
  if (next !== thread) putThread(conversation, next);
}

/** Applies a live or acknowledged message. Returns true when a gap before it must be fetched. */
export function applyMessage(message: Message, me: number): boolean {
  const id = keyOfMessage(message, me);
  patchThread(id, (thread) => withOwnAbove(withMessage(thread, message), me));
  return lacksAny(id);
}

/** Applies a changed message. Returns true when changes before it must be fetched. */
export function applyChange(message: Message, me: number): boolean {
  const id = keyOfMessage(message, me);
  patchThread(id, (thread) => withChange(thread, message));
  return lacksAny(id);
}

const namingOf = ({ conversation_id, reader_id, other_id }: ReadReceipt, me: number): Naming => ({
  conversation_id,
  // In a team, only the reader's own devices get this event.
  memberId: reader_id === me ? other_id : reader_id,
});

/** Returns the key of the conversation that a read receipt is about. */
export const keyOfReceipt = (receipt: ReadReceipt, me: number): ConversationKey => keyOf(namingOf(receipt, me));

/** Applies a read receipt. */
export function applyReceipt(receipt: ReadReceipt, me: number): void {
  noteConversations([namingOf(receipt, me)]);
  patchThread(keyOfReceipt(receipt, me), (thread) => withReceipt(thread, receipt, me));
}

/** Notes that this member has seen messages up to a seq; `sync/mark-read.ts` notifies the server. */
export function markSeen(id: ConversationKey, upTo: number, me: number): void {
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
export const applyUnreadMark = (id: ConversationKey, mark: UnreadMark): void =>
  patchThread(id, (thread) => withMark(thread, mark, readerId(), isOpen(id)));

/**
 * Whether the window has lost the focus, and the conversations being opened. In either case, the divider is put above arriving messages.
 */
let isAway = false;
const opening = new Set<symbol>();
onReset(() => {
  isAway = false;
  opening.clear();
});

/** Notes that the reader left (`false`) or returned (`true`). */
export function setReaderPresent(id: ConversationKey, present: boolean): void {
  isAway = !present;
  patchThread(id, (thread) => {
    if (thread.status !== 'ready') return thread;
    return present ? withDividerSettled(thread) : withReaderAway(thread, readerId());
  });
}

/** Prepares the divider of a cached thread for messages that are fetched while it opens. Call the returned function once it has opened. */
export function startOpening(id: ConversationKey): () => void {
  const token = Symbol();
  opening.add(token);
  patchThread(id, (thread) => withReaderAway(withUnreadSpan(thread, readerId()), readerId()));
  return () => {
    opening.delete(token);
    patchThread(id, withDividerSettled);
  };
}

const withDividerSettled = (thread: Thread): Thread =>
  isAway || opening.size > 0 ? thread : withReaderBack(thread, readerId());

/** Removes the divider after the reader answered. */
export const clearUnreadSpan = (id: ConversationKey): void =>
  patchThread(id, (thread) =>
    thread.unread === null && !thread.unreadHeld ? thread : { ...thread, unread: null, unreadHeld: false },
  );

/** Counts the loaded messages that become unread if the conversation is marked from this one on; at least 1. */
export const countUnreadFrom = (id: ConversationKey, seq: number): number =>
  (threadOf(id)?.messages ?? []).filter(
    (message) => message.sender_id !== readerId() && message.seq >= seq && !message.deleted_at,
  ).length || 1;

/**
 * Marks an open conversation as unread: the divider moves here, and nothing is marked read until it is opened again.
 */
export const holdUnread = (id: ConversationKey, seq: number): void =>
  patchThread(id, (thread) => withUnreadHeld(thread, seq, readerId()));

/** The signed-in member. */
export const readerId = (): number => currentUserId() ?? 0;
