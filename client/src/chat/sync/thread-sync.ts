import { chatLimits } from '@sangam/shared/chat/limits';
import type { ApiError, Result } from '../../core/api/errors';
import { onReset, storesEpoch } from '../../core/store/reset';
import { nowMs } from '../../lib/clock';
import type { ConversationKey } from '../../lib/links/chat-link';
import { keyNow } from '../state/known-conversations';
import { useOutbox } from '../state/outbox/outbox';
import { pendingFor } from '../state/outbox/outbox-order';
import { type RequestedPosition, requestedPosition, requestPosition } from '../state/thread/requested-position';
import {
  isOpen,
  lacksAny,
  patchThread,
  putThread,
  readerId,
  startOpening,
  threadOf,
  useThreads,
} from '../state/thread/threads';
import {
  hasMessage,
  isBehind,
  missesChange,
  newestSeq,
  newThread,
  oldestSeq,
  readUpTo,
  type Thread,
  withChanged,
  withNewer,
  withoutFollowing,
  withTarget,
  withWindow,
} from '../state/thread/threads.reduce';
import { hasStart, withOwnAbove, withUnreadFrom, withUnreadSpan } from '../state/thread/unread-divider';
import { fetchPage, hasStartedOver } from './thread-page';

/** If more than this many pages follow, a reader stays in place (`after`), or the thread is loaded again (`changed_since`). */
const CATCH_UP_PAGES_MAX = 3;
/** More messages than this at once get the divider, and the view doesn't scroll to their end. */
export const BULK_MESSAGES = 8;
/** Messages older than this when they arrive were sent while the reader was away. */
const AWAY_MS = 60_000;
/** The number of messages fetched above the start, for context. */
const BEFORE_START_MESSAGES = 20;

/** A sync's result: the number of the first unread message, null when there is none. */
export type Synced = Result<number | null>;
const running = new Map<ConversationKey, Promise<Synced>>();
onReset(() => running.clear());
const done: Synced = { ok: true, value: null };

/**
 * Opens a conversation: shows the loaded messages at once with the unread divider, then syncs. `target`: the number of
 * the message to open at, if it exists. Null closes the conversation.
 */
export async function openThread(key: ConversationKey | null, target: number | null = null): Promise<Synced> {
  const id = key && keyNow(key);
  const wasOpen = useThreads.getState().openId === id;
  useThreads.setState({ openId: id });
  if (id === null) return done;
  const position = requestPosition(id, target);
  patchThread(id, (thread) => ({ ...thread, target: null, unreadHeld: thread.unreadHeld && wasOpen }));
  const fetchedMessages = target === null ? Promise.resolve(null) : showMessage(id, target, position);
  position.fetched = fetchedMessages;
  const around = await fetchedMessages;
  if (requestedPosition(id) !== position) return done;
  // The messages around it were fetched just now, so no sync is needed.
  if (around !== null) return around;
  const from = readUpTo(threadOf(id) ?? newThread);
  const cached = threadOf(id)?.status === 'ready';
  const endOpening = cached ? startOpening(id) : null;
  const answer = await syncThreadAgain(id);
  endOpening?.();
  if (!answer.ok || !cached || !isOpen(id) || requestedPosition(id) !== position) return answer;
  if (target !== null && threadOf(id)?.target === target) return answer;
  patchThread(id, (thread) => withUnreadFrom(thread, from, readerId(), writtenIn(id, thread)));
  return hasStart(threadOf(id) ?? newThread, answer.value) ? answer : loadStart(id);
}

/** Returns true if the reader's latest request was for this message, and it doesn't exist. */
export const isTargetMissing = (id: ConversationKey, target: number): boolean =>
  requestedPosition(id).target === target && threadOf(id)?.target !== target;

/**
 * Shows one message with its surroundings. Returns the result of the fetch; null if the message was already loaded, or if nothing changed
 * because it doesn't exist or the reader has requested another place.
 */
async function showMessage(id: ConversationKey, seq: number, position: RequestedPosition): Promise<Synced | null> {
  const known = threadOf(id);
  if (known && hasMessage(known, seq)) {
    patchThread(id, (thread) => withTarget(thread, seq));
    return null;
  }
  if (known === undefined) putThread(id, newThread);
  const epoch = storesEpoch();
  const after = Math.max(0, seq - 1 - BEFORE_START_MESSAGES);
  const around = await fetchPage(id, { after, limit: chatLimits.messagesPage });
  if (epoch !== storesEpoch()) return done;
  if (requestedPosition(id) !== position) return null;
  // The sync will fail the same way, and report it.
  if (!around.ok || !around.value.messages.some((message) => message.seq === seq)) return null;
  patchThread(id, (thread) => withUnreadSpan(withTarget(withWindow(thread, around.value), seq), readerId()));
  return { ok: true, value: around.value.first_unread_seq };
}

/**
 * A running sync of the thread, whose answers may lack what was stored since it began. One that began under the member's key may have got
 * the conversation's id by now.
 */
export const runningSync = (id: ConversationKey): Promise<Synced> | undefined =>
  [...running].find(([key]) => keyNow(key) === keyNow(id))?.[1];

/**
 * Brings a thread up to the newest message and change. Starts at the start position if nothing is loaded, else after the last message.
 * Concurrent calls for a thread share one run.
 */
export function syncThread(id: ConversationKey): Promise<Synced> {
  const started = runningSync(id);
  if (started) return started;
  const run = syncUntilComplete(id, () => running.get(id) === run && running.delete(id));
  running.set(id, run);
  return run;
}

/** Like `syncThread`, but shares no sync that is running, which may lack what was stored since it began. */
export async function syncThreadAgain(id: ConversationKey): Promise<Synced> {
  const epoch = storesEpoch();
  await runningSync(id);
  return epoch === storesEpoch() ? syncThread(keyNow(id)) : done;
}

async function syncUntilComplete(id: ConversationKey, end: () => void): Promise<Synced> {
  try {
    for (;;) {
      const answer = await bringUpToDate(id);
      if (!answer.ok || !lacksAny(id)) return answer;
    }
  } finally {
    // In the step of the last check, so that no call that needs more shares this run.
    end();
  }
}

async function bringUpToDate(id: ConversationKey): Promise<Synced> {
  const known = threadOf(id);
  if (known === undefined || known.status === 'error') {
    putThread(id, { ...(known ?? newThread), status: 'loading' });
  }
  // The place that the reader requested is loaded first; the rest is added to it.
  await requestedPosition(id).fetched;
  return threadOf(id)?.status === 'ready' ? catchUp(id) : loadStart(id);
}

/** Loads the start position: the latest page, or the messages around the first unread one if it lies further back. */
async function loadStart(id: ConversationKey): Promise<Synced> {
  const epoch = storesEpoch();
  const position = requestedPosition(id);
  const latest = await fetchPage(id, {});
  if (epoch !== storesEpoch()) return done;
  if (requestedPosition(id) !== position) return bringUpToDate(id);
  if (!latest.ok) return fail(id, latest.error);
  const { first_unread_seq: first } = latest.value;
  if (first === null || first >= oldestSeq(latest.value)) {
    patchThread(id, (thread) => withUnreadSpan(withWindow(thread, latest.value), readerId()));
    return fetchMissed(id, epoch, first);
  }
  const after = Math.max(0, first - 1 - BEFORE_START_MESSAGES);
  const around = await fetchPage(id, { after, limit: chatLimits.messagesPageMax });
  if (epoch !== storesEpoch()) return done;
  if (requestedPosition(id) !== position) return bringUpToDate(id);
  if (!around.ok) return fail(id, around.error);
  // Joins the latest page to the messages around the first unread one if the two meet.
  patchThread(id, (thread) => withUnreadSpan(withNewer(withWindow(thread, around.value), latest.value), readerId()));
  return fetchMissed(id, epoch, first);
}

/** Fetches messages and changes that a page lacks because they were made while it was in flight. */
export async function fetchMissed(id: ConversationKey, epoch: number, first: number | null): Promise<Synced> {
  const thread = threadOf(id) ?? newThread;
  if (missesChange(thread)) return catchUpChanges(id, epoch, thread.announcedChange);
  return thread.status === 'ready' && isBehind(thread) ? catchUp(id) : { ok: true, value: first };
}

/** Returns the member's pending and just-sent messages here, by client_id. */
const writtenIn = (id: ConversationKey, thread: Thread): string[] => [
  ...pendingFor(useOutbox.getState().items, id).flatMap((item) => (item.state === 'failed' ? [] : item.client_id)),
  ...thread.parked.flatMap((message) => (message.sender_id === readerId() ? (message.client_id ?? '') : [])),
];

/** Returns true when the member is writing here, so the view belongs at the end. */
const isWriting = (id: ConversationKey, thread: Thread): boolean => writtenIn(id, thread).length > 0;

/** Returns true if many messages follow `after`, or the first of them was sent while the reader was away. */
function wereMissed(thread: Thread, after: number): boolean {
  const missed = newestSeq(thread) - after;
  const first = thread.messages.at(-missed);
  return (
    missed > BULK_MESSAGES || (missed > 0 && first !== undefined && Date.parse(first.created_at) < nowMs() - AWAY_MS)
  );
}

async function catchUp(id: ConversationKey): Promise<Synced> {
  const epoch = storesEpoch();
  const before = threadOf(id) ?? newThread;
  // A reader who is further back, or on the way from there to the end, has missed nothing.
  const wasAtEnd = before.follows && before.newer === 'idle';
  for (let page = 0; ; page += 1) {
    const thread = threadOf(id) ?? newThread;
    // For a reader further back, only the numbers are needed: later messages load as they scroll.
    const limit = thread.follows ? chatLimits.messagesPageMax : 1;
    const answer = await fetchPage(id, { after: newestSeq(thread), limit });
    if (!answer.ok) return answer;
    const data = answer.value;
    if (epoch !== storesEpoch()) return done;
    const current = threadOf(id) ?? newThread;
    if (hasStartedOver(id)) return loadStart(id);
    const missing = data.last_seq - newestSeq(current);
    const isTooMuch = missing > CATCH_UP_PAGES_MAX * chatLimits.messagesPageMax || page >= CATCH_UP_PAGES_MAX * 2;
    if (isTooMuch && current.follows && isWriting(id, current)) return loadEnd(id);
    patchThread(id, (known) => {
      const filled = isTooMuch ? withoutFollowing(withNewer(known, data)) : withNewer(known, data);
      return wasAtEnd && wereMissed(filled, newestSeq(before))
        ? withUnreadFrom(filled, readUpTo(before), readerId(), writtenIn(id, filled))
        : withOwnAbove(filled, readerId());
    });
    // A live message may have arrived in the meantime, after another gap.
    const { follows } = threadOf(id) ?? newThread;
    if (!isTooMuch && follows && (data.has_more || isBehind(threadOf(id) ?? newThread))) continue;
    return fetchMissed(id, epoch, data.first_unread_seq);
  }
}

/** Fetches a thread's changes since its `lastChange`, until none are left. */
async function catchUpChanges(id: ConversationKey, epoch: number, lastChange: number): Promise<Synced> {
  const since = threadOf(id)?.lastChange ?? 0;
  if (lastChange - since > CATCH_UP_PAGES_MAX * chatLimits.messagesPageMax) return loadStart(id);
  for (let page = 0; ; page += 1) {
    const changed_since = threadOf(id)?.lastChange ?? 0;
    const answer = await fetchPage(id, { changed_since, limit: chatLimits.messagesPageMax });
    if (!answer.ok) return answer;
    const data = answer.value;
    if (epoch !== storesEpoch()) return done;
    if (page >= CATCH_UP_PAGES_MAX * 2 || hasStartedOver(id)) return loadStart(id);
    patchThread(id, (current) => withChanged(current, data));
    // Another change may have arrived in the meantime.
    if (data.has_more || missesChange(threadOf(id) ?? newThread)) continue;
    return isBehind(threadOf(id) ?? newThread) ? catchUp(id) : { ok: true, value: data.first_unread_seq };
  }
}

/** Returns the error, for the caller to retry. A loaded thread keeps showing its messages. */
function fail(id: ConversationKey, error: ApiError): Synced {
  patchThread(id, (thread) => (thread.status === 'ready' ? thread : { ...thread, status: 'error', error }));
  return { ok: false, error };
}

/** Replaces the loaded messages with the latest page. */
export async function loadEnd(id: ConversationKey): Promise<Synced> {
  const epoch = storesEpoch();
  const position = requestedPosition(id);
  const answer = await fetchPage(id, {});
  if (epoch !== storesEpoch()) return done;
  if (requestedPosition(id) !== position) {
    patchThread(id, (thread) => ({ ...withoutFollowing(thread), newer: 'idle' }));
    return bringUpToDate(id);
  }
  patchThread(id, (thread) => {
    if (answer.ok) return withWindow(thread, answer.value);
    // A member who has written stays at the end; the next sync gets there.
    const stays = isWriting(id, thread) ? thread : withoutFollowing(thread);
    return { ...stays, newer: 'error' };
  });
  return answer.ok ? fetchMissed(id, epoch, answer.value.first_unread_seq) : answer;
}
