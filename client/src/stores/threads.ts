import type { CallQuery } from '@sangam/shared/contract/http';
import type { Message, ReadReceipt } from '@sangam/shared/contract/messages';
import { limits } from '@sangam/shared/rules/limits';
import { create } from 'zustand';
import { request } from '../api/client';
import type { ApiError, Result } from '../api/errors';
import { members } from './entities/members';
import { mergePresence } from './entities/presence';
import { moment } from './entities/table';
import { onReset, storesEpoch } from './reset';
import {
  isBehind,
  newestSeq,
  newThread,
  oldestSeq,
  type Thread,
  type ThreadPage,
  withChanged,
  withLatest,
  withMessage,
  withNewer,
  withOlder,
  withReaderAway,
  withReaderBack,
  withReceipt,
  withUnreadFrom,
  withUnreadSpan,
} from './threads.reduce';

interface ThreadsState {
  /** Loaded threads by the other member's id; one seen before is shown at once and then brought up to date. */
  byId: Readonly<Record<number, Thread>>;
  /** The other member of the conversation on screen. */
  openId: number | null;
}

const empty: ThreadsState = { byId: {}, openId: null };
export const useThreads = create<ThreadsState>(() => empty);
onReset(() => {
  running.clear();
  useThreads.setState(empty);
});

/** Beyond this many pages of `after`, or of `changed_since`, the thread starts again from its latest page. */
const CATCH_UP_PAGES_MAX = 3;
/** More than these at once are not read while they arrive: they get the divider, and the view does not run to their end. */
export const BULK_MESSAGES = 8;
const running = new Map<number, Promise<Result<void>>>();
const done: Result<void> = { ok: true, value: undefined };

const threadOf = (id: number): Thread | undefined => useThreads.getState().byId[id];

function patch(id: number, change: (thread: Thread) => Thread): void {
  const thread = threadOf(id);
  if (thread === undefined) return;
  const next = change(thread);
  if (next !== thread) useThreads.setState(({ byId }) => ({ byId: { ...byId, [id]: next } }));
}

/** Fetches one page; what it says of the other member goes to the entities. */
async function fetchPage(userId: number, query: CallQuery<'GET /api/messages/conversation/:userId'>) {
  const asked = moment();
  const answer = await request('GET /api/messages/conversation/:userId', { params: { userId }, query });
  if (answer.ok) {
    const { user } = answer.value.data;
    members.merge([{ id: user.id, name: user.name }], asked);
    mergePresence([user], asked);
  }
  return answer;
}

/**
 * Puts a conversation on screen: what is loaded shows at once, with the divider above what is unread, then it is brought
 * up to date. Null closes it.
 */
export async function openThread(id: number | null): Promise<Result<void>> {
  useThreads.setState({ openId: id });
  if (id === null) return done;
  const from = threadOf(id)?.readSeq ?? 0;
  const cached = threadOf(id)?.status === 'ready';
  if (cached) patch(id, (thread) => withUnreadSpan(thread, id));
  const answer = await syncThread(id);
  if (cached && useThreads.getState().openId === id) patch(id, (thread) => withUnreadFrom(thread, from, id));
  return answer;
}

/**
 * Brings a thread up to the newest message and the last change: its latest page when nothing is loaded, else what follows
 * the last message, and what changed since. Runs once per thread at a time.
 */
export function syncThread(id: number): Promise<Result<void>> {
  const before = running.get(id);
  if (before) return before;
  const run = bringUpToDate(id).finally(() => {
    if (running.get(id) === run) running.delete(id);
  });
  running.set(id, run);
  return run;
}

async function bringUpToDate(id: number): Promise<Result<void>> {
  const known = threadOf(id);
  if (known === undefined || known.status === 'error') {
    useThreads.setState(({ byId }) => ({
      byId: { ...byId, [id]: { ...(known ?? newThread), status: 'loading', error: null } },
    }));
  }
  return threadOf(id)?.status === 'ready' ? catchUp(id) : loadLatest(id);
}

async function loadLatest(id: number): Promise<Result<void>> {
  const epoch = storesEpoch();
  const answer = await fetchPage(id, {});
  if (epoch !== storesEpoch()) return answer.ok ? done : answer;
  if (!answer.ok) {
    fail(id, answer.error);
    return answer;
  }
  const first = threadOf(id)?.status !== 'ready';
  patch(id, (thread) => {
    const next = withLatest(thread, answer.value.data);
    return first ? withUnreadSpan(next, id) : next;
  });
  return done;
}

async function catchUp(id: number): Promise<Result<void>> {
  const epoch = storesEpoch();
  const before = threadOf(id) ?? newThread;
  for (let page = 0; ; page += 1) {
    const thread = threadOf(id) ?? newThread;
    const answer = await fetchPage(id, { after: newestSeq(thread), limit: limits.messagesPageMax });
    if (!answer.ok) return answer;
    const data: ThreadPage = answer.value.data;
    if (epoch !== storesEpoch()) return done;
    const missing = data.last_seq - newestSeq(threadOf(id) ?? newThread);
    if (missing > CATCH_UP_PAGES_MAX * limits.messagesPageMax || page >= CATCH_UP_PAGES_MAX * 2) return loadLatest(id);
    patch(id, (current) => withNewer(current, data));
    // A live message may have come meanwhile, with another hole before it.
    if (data.has_more || isBehind(threadOf(id) ?? newThread)) continue;
    patch(id, (current) =>
      newestSeq(current) - newestSeq(before) > BULK_MESSAGES ? withUnreadFrom(current, before.readSeq, id) : current,
    );
    return data.last_change > before.lastChange ? catchUpChanges(id, epoch, data) : done;
  }
}

/** Fetches what changed in a thread since its `lastChange`, until nothing is left of it. */
async function catchUpChanges(id: number, epoch: number, known: ThreadPage): Promise<Result<void>> {
  const since = threadOf(id)?.lastChange ?? 0;
  if (known.last_change - since > CATCH_UP_PAGES_MAX * limits.messagesPageMax) return loadLatest(id);
  for (let page = 0; ; page += 1) {
    const changed_since = threadOf(id)?.lastChange ?? 0;
    const answer = await fetchPage(id, { changed_since, limit: limits.messagesPageMax });
    if (!answer.ok) return answer;
    const { data } = answer.value;
    if (epoch !== storesEpoch()) return done;
    if (page >= CATCH_UP_PAGES_MAX * 2) return loadLatest(id);
    patch(id, (current) => withChanged(current, data));
    if (data.has_more) continue;
    return isBehind(threadOf(id) ?? newThread) ? catchUp(id) : done;
  }
}

const fail = (id: number, error: ApiError): void => patch(id, (thread) => ({ ...thread, status: 'error', error }));

/** Fetches the page above the oldest message; does nothing while one is on its way or there is none. */
export async function loadOlder(id: number): Promise<void> {
  const thread = threadOf(id);
  if (thread?.status !== 'ready' || !thread.hasOlder || thread.older === 'loading') return;
  const epoch = storesEpoch();
  patch(id, (current) => ({ ...current, older: 'loading' }));
  const answer = await fetchPage(id, { before: oldestSeq(thread), limit: limits.messagesPageMax });
  if (epoch !== storesEpoch()) return;
  patch(id, (current) => (answer.ok ? withOlder(current, answer.value.data) : { ...current, older: 'error' }));
}

/** Takes in a message that came live or was acknowledged; true when a hole before it has to be fetched first. */
export function applyMessage(message: Message, me: number): boolean {
  const id = message.sender_id === me ? message.receiver_id : message.sender_id;
  patch(id, (thread) => withMessage(thread, message));
  const thread = threadOf(id);
  return thread?.status === 'ready' && isBehind(thread);
}

/** Live: a member read up to a seq. */
export function applyReceipt(receipt: ReadReceipt, me: number): void {
  const id = receipt.reader_id === me ? receipt.other_id : receipt.reader_id;
  patch(id, (thread) => withReceipt(thread, receipt, me));
}

/** This member has seen a conversation up to a seq here; the server is told by realtime/read. */
export function markSeen(id: number, upTo: number, me: number): void {
  patch(id, (thread) => (thread.readSeq >= upTo ? thread : withReceipt(thread, { reader_id: me, up_to: upTo }, me)));
}

/** The reader looked away (`false`): what comes from now on gets the divider when they return (`true`). */
export const setReaderPresent = (id: number, present: boolean): void =>
  patch(id, (thread) => {
    if (thread.status !== 'ready') return thread;
    return present ? withReaderBack(thread, id) : withReaderAway(thread, id);
  });

/** Takes the divider away, after the reader answered. */
export const clearUnreadSpan = (id: number): void =>
  patch(id, (thread) => (thread.unread === null ? thread : { ...thread, unread: null }));
