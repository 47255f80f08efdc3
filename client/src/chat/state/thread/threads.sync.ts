import type { CallQuery } from '@sangam/shared/app/calls';
import { chatLimits } from '@sangam/shared/chat/limits';
import { blocks } from '../../../contact/state/blocks';
import { mergeMessageRequests } from '../../../contact/state/message-requests';
import { request } from '../../../core/api/client';
import type { ApiError, Result } from '../../../core/api/errors';
import { onReset, storesEpoch } from '../../../core/store/reset';
import { moment } from '../../../core/store/table';
import { members } from '../../../people/state/members';
import { mergePresence } from '../../../people/state/presence';
import { useOutbox } from '../outbox/outbox';
import { pendingFor } from '../outbox/outbox-order';
import { patchThread, threadOf, useThreads } from './threads';
import {
  holdsMessage,
  isBehind,
  missesChange,
  newestSeq,
  newThread,
  oldestSeq,
  readUpTo,
  type Thread,
  type ThreadPage,
  withChanged,
  withNewer,
  withOlder,
  withoutFollowing,
  withTarget,
  withWindow,
} from './threads.reduce';
import { holdsStart, withUnreadFrom, withUnreadSpan } from './unread-divider';

/** Beyond this many pages of `after` the reader stays where they are; of `changed_since`, the thread starts again. */
const CATCH_UP_PAGES_MAX = 3;
/** More than these at once are not read while they arrive: they get the divider, and the view does not run to their end. */
export const BULK_MESSAGES = 8;
/** So many messages are fetched above the one where a reader begins: what it answers. */
const BEFORE_START_MESSAGES = 20;

/** What a sync answers: the number of the first unread message, null when there is none. */
type Synced = Result<number | null>;
const running = new Map<number, Promise<Synced>>();
onReset(() => running.clear());
const done: Synced = { ok: true, value: null };

/** Fetches one page; what it says of the other member goes to the entities. */
async function fetchPage(
  userId: number,
  query: CallQuery<'GET /api/messages/conversation/:userId'>,
): Promise<Result<ThreadPage>> {
  const asked = moment();
  const answer = await request('GET /api/messages/conversation/:userId', { params: { userId }, query });
  if (!answer.ok) return answer;
  const { user } = answer.value.data;
  members.merge([{ id: user.id, name: user.name }], asked);
  mergePresence([user], asked);
  mergeMessageRequests([user], asked);
  blocks.merge([{ id: user.id, is_blocked: user.is_blocked ?? false }], asked);
  return { ok: true, value: answer.value.data };
}

/**
 * Puts a conversation on screen: what is loaded shows at once, with the divider above what is unread, then it is brought
 * up to date. `target`: the number of the message that it opens at, as far as there is one. Null closes it.
 */
export async function openThread(id: number | null, target: number | null = null): Promise<Synced> {
  const wasOpen = useThreads.getState().openId === id;
  useThreads.setState({ openId: id });
  if (id === null) return done;
  patchThread(id, (thread) => ({ ...thread, target: null, unreadHeld: thread.unreadHeld && wasOpen }));
  const around = target === null ? null : await showMessage(id, target);
  // What surrounds it was fetched just now: nothing is to be brought up to date.
  if (around !== null) return around;
  const from = readUpTo(threadOf(id) ?? newThread);
  const cached = threadOf(id)?.status === 'ready';
  if (cached) patchThread(id, (thread) => withUnreadSpan(thread, id));
  const answer = await syncThread(id);
  if (!answer.ok || !cached || useThreads.getState().openId !== id) return answer;
  if (target !== null && threadOf(id)?.target === target) return answer;
  patchThread(id, (thread) => withUnreadFrom(thread, from, id));
  return holdsStart(threadOf(id) ?? newThread, answer.value) ? answer : loadStart(id);
}

/**
 * Shows one of a conversation's messages, with what surrounds it, as much as a thread begins with at its end. Answers what a sync
 * would if that was fetched; null if it was here, or if there is none of that number, where nothing changes.
 */
async function showMessage(id: number, seq: number): Promise<Synced | null> {
  const known = threadOf(id);
  if (known && holdsMessage(known, seq)) {
    patchThread(id, (thread) => withTarget(thread, seq));
    return null;
  }
  if (known === undefined) useThreads.setState(({ byId }) => ({ byId: { ...byId, [id]: newThread } }));
  const epoch = storesEpoch();
  const after = Math.max(0, seq - 1 - BEFORE_START_MESSAGES);
  const around = await fetchPage(id, { after, limit: chatLimits.messagesPage });
  if (epoch !== storesEpoch()) return done;
  // What failed fails again, and is told, when the thread is brought up to date.
  if (!around.ok || !around.value.messages.some((message) => message.seq === seq)) return null;
  patchThread(id, (thread) => withUnreadSpan(withTarget(withWindow(thread, around.value), seq), id));
  return { ok: true, value: around.value.first_unread_seq };
}

/**
 * Brings a thread up to the newest message and the last change: from where a reader begins when nothing is loaded, else
 * what follows the last message, and what changed since. Runs once per thread at a time.
 */
export function syncThread(id: number): Promise<Synced> {
  const before = running.get(id);
  if (before) return before;
  const run = bringUpToDate(id).finally(() => {
    if (running.get(id) === run) running.delete(id);
  });
  running.set(id, run);
  return run;
}

async function bringUpToDate(id: number): Promise<Synced> {
  const known = threadOf(id);
  if (known === undefined || known.status === 'error') {
    useThreads.setState(({ byId }) => ({
      byId: { ...byId, [id]: { ...(known ?? newThread), status: 'loading' } },
    }));
  }
  return threadOf(id)?.status === 'ready' ? catchUp(id) : loadStart(id);
}

/** Loads where a reader begins: the latest page, or what surrounds the first unread message when that lies further back. */
async function loadStart(id: number): Promise<Synced> {
  const epoch = storesEpoch();
  const latest = await fetchPage(id, {});
  if (epoch !== storesEpoch()) return done;
  if (!latest.ok) return fail(id, latest.error);
  const { first_unread_seq: first } = latest.value;
  if (first === null || first >= oldestSeq(latest.value)) {
    patchThread(id, (thread) => withUnreadSpan(withWindow(thread, latest.value), id));
    return withMissedChanges(id, epoch, first);
  }
  const after = Math.max(0, first - 1 - BEFORE_START_MESSAGES);
  const around = await fetchPage(id, { after, limit: chatLimits.messagesPageMax });
  if (epoch !== storesEpoch()) return done;
  if (!around.ok) return fail(id, around.error);
  // The latest page joins what surrounds the first unread message where the two meet.
  patchThread(id, (thread) => withUnreadSpan(withNewer(withWindow(thread, around.value), latest.value), id));
  return withMissedChanges(id, epoch, first);
}

/** What changed while a page was on its way may not be in it. */
async function withMissedChanges(id: number, epoch: number, first: number | null): Promise<Synced> {
  const thread = threadOf(id) ?? newThread;
  return missesChange(thread) ? catchUpChanges(id, epoch, thread.announcedChange) : { ok: true, value: first };
}

/** Something of this member's waits to be sent or has just been: they are at the end, wherever the messages are. */
const isWriting = (id: number, thread: Thread): boolean =>
  pendingFor(useOutbox.getState().items, id).some((item) => item.state !== 'failed') ||
  thread.parked.some((message) => message.sender_id !== id);

async function catchUp(id: number): Promise<Synced> {
  const epoch = storesEpoch();
  const before = threadOf(id) ?? newThread;
  for (let page = 0; ; page += 1) {
    const thread = threadOf(id) ?? newThread;
    // Who is further back needs to know only what there is: what follows is fetched as they scroll.
    const limit = thread.follows ? chatLimits.messagesPageMax : 1;
    const answer = await fetchPage(id, { after: newestSeq(thread), limit });
    if (!answer.ok) return answer;
    const data = answer.value;
    if (epoch !== storesEpoch()) return done;
    const current = threadOf(id) ?? newThread;
    const missing = data.last_seq - newestSeq(current);
    const isTooMuch = missing > CATCH_UP_PAGES_MAX * chatLimits.messagesPageMax || page >= CATCH_UP_PAGES_MAX * 2;
    if (isTooMuch && current.follows && isWriting(id, current)) return loadEnd(id);
    patchThread(id, (known) => (isTooMuch ? withoutFollowing(withNewer(known, data)) : withNewer(known, data)));
    // A live message may have come meanwhile, with another hole before it.
    const { follows } = threadOf(id) ?? newThread;
    if (follows && (data.has_more || isBehind(threadOf(id) ?? newThread))) continue;
    patchThread(id, (known) =>
      before.follows && newestSeq(known) - newestSeq(before) > BULK_MESSAGES
        ? withUnreadFrom(known, readUpTo(before), id)
        : known,
    );
    return withMissedChanges(id, epoch, data.first_unread_seq);
  }
}

/** Fetches what changed in a thread since its `lastChange`, until nothing is left of it. */
async function catchUpChanges(id: number, epoch: number, lastChange: number): Promise<Synced> {
  const since = threadOf(id)?.lastChange ?? 0;
  if (lastChange - since > CATCH_UP_PAGES_MAX * chatLimits.messagesPageMax) return loadStart(id);
  for (let page = 0; ; page += 1) {
    const changed_since = threadOf(id)?.lastChange ?? 0;
    const answer = await fetchPage(id, { changed_since, limit: chatLimits.messagesPageMax });
    if (!answer.ok) return answer;
    const data = answer.value;
    if (epoch !== storesEpoch()) return done;
    if (page >= CATCH_UP_PAGES_MAX * 2) return loadStart(id);
    patchThread(id, (current) => withChanged(current, data));
    // One more may have come meanwhile.
    if (data.has_more || missesChange(threadOf(id) ?? newThread)) continue;
    return isBehind(threadOf(id) ?? newThread) ? catchUp(id) : { ok: true, value: data.first_unread_seq };
  }
}

/** A thread that has messages keeps showing them; the caller tries again. */
function fail(id: number, error: ApiError): Synced {
  patchThread(id, (thread) => (thread.status === 'ready' ? thread : { ...thread, status: 'error', error }));
  return { ok: false, error };
}

/** Fetches the page above the oldest message; does nothing while one is on its way or there is none. */
export async function loadOlder(id: number): Promise<void> {
  const thread = threadOf(id);
  if (thread?.status !== 'ready' || !thread.hasOlder || thread.older === 'loading') return;
  const epoch = storesEpoch();
  patchThread(id, (current) => ({ ...current, older: 'loading' }));
  const answer = await fetchPage(id, { before: oldestSeq(thread), limit: chatLimits.messagesPageMax });
  if (epoch !== storesEpoch()) return;
  patchThread(id, (current) => (answer.ok ? withOlder(current, answer.value) : { ...current, older: 'error' }));
  await withMissedChanges(id, epoch, null);
}

/** Fetches the page below the newest loaded message for a reader who is further back. */
export async function loadNewer(id: number): Promise<void> {
  const thread = threadOf(id);
  if (thread?.status !== 'ready' || thread.follows || thread.newer === 'loading') return;
  const epoch = storesEpoch();
  patchThread(id, (current) => ({ ...current, newer: 'loading' }));
  const answer = await fetchPage(id, { after: newestSeq(thread), limit: chatLimits.messagesPageMax });
  if (epoch !== storesEpoch()) return;
  patchThread(id, (current) => (answer.ok ? withNewer(current, answer.value) : { ...current, newer: 'error' }));
  await withMissedChanges(id, epoch, null);
}

/** Takes a reader who is further back to the newest messages: their own that wait to be sent show at once. */
export async function followEnd(id: number): Promise<void> {
  const thread = threadOf(id);
  if (thread?.status !== 'ready' || thread.follows) return;
  patchThread(id, (current) => ({ ...current, follows: true, newer: 'loading' }));
  await loadEnd(id);
}

/** The latest page takes the place of what is loaded. */
async function loadEnd(id: number): Promise<Synced> {
  const epoch = storesEpoch();
  const answer = await fetchPage(id, {});
  if (epoch !== storesEpoch()) return done;
  patchThread(id, (thread) => {
    if (answer.ok) return withWindow(thread, answer.value);
    // Who has written stays at the end: the next sync brings them there.
    const stays = isWriting(id, thread) ? thread : withoutFollowing(thread);
    return { ...stays, newer: 'error' };
  });
  return answer.ok ? withMissedChanges(id, epoch, answer.value.first_unread_seq) : answer;
}
