import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import { isTemporary, retryAfterMs } from '../../core/api/errors';
import type { RefreshReason } from '../../core/realtime/live';
import { refreshForEvent } from '../../core/realtime/refresh';
import { onReset } from '../../core/store/reset';
import type { ConversationKey } from '../../lib/links/chat-link';
import { jitter, retry } from '../../lib/retry';
import { listedConversation, loadConversations, mayHaveChange } from '../state/conversations';
import { isOpen, lacksAny, threadOf, useThreads } from '../state/thread/threads';
import { isUpToDate } from '../state/thread/threads.reduce';
import { loadUnread } from '../state/unread-messages';
import type { Missing } from './take-message';
import { runningSync, type Synced, syncThread, syncThreadAgain } from './thread-sync';

/** Fetches the lists for messages in unlisted conversations; many messages share one run. */
const fetchLists = oneAtATime(async () => {
  const results = await Promise.all([loadConversations(), loadUnread()]);
  if (results.includes(false)) await refreshForEvent();
});

const pausesMs = [1_000, 2_000, 4_000, 8_000];
const TRIES_MAX = 5;

const filling = new Set<ConversationKey>();
let lifetime = new AbortController().signal;

/** Fills threads for a signed-in member, until `signal` aborts. */
export const startFilling = (signal: AbortSignal): void => {
  lifetime = signal;
};

/** Runs a sync. Retries a temporary failure a few times; after that the next message, focus or reconnect tries again. */
const repeated = (sync: () => Promise<Synced>): Promise<Synced> =>
  retry(sync, {
    until: (answer) => answer.ok || !isTemporary(answer.error),
    requestedPauseMs: (answer) => (answer.ok ? 0 : jitter(retryAfterMs(answer.error))),
    pausesMs,
    triesMax: TRIES_MAX,
    signal: lifetime,
  });

/** Fetches the missing messages and changes of a conversation. */
export async function fillThread(conversation: ConversationKey): Promise<void> {
  const signal = lifetime;
  if (filling.has(conversation) || signal.aborted) return;
  filling.add(conversation);
  try {
    // Checked in the step of the end, so that no call falls between the two.
    while ((await repeated(() => syncThread(conversation))).ok && lacksAny(conversation) && !signal.aborted);
  } finally {
    filling.delete(conversation);
  }
}

/** Fetches all that is stored by now, although nothing shows that the thread lacks any of it. */
export const fetchNewest = (conversation: ConversationKey): Promise<Synced> =>
  repeated(() => syncThreadAgain(conversation));

/** Fetches what an applied message has shown to be missing. */
export function fetchMissing({ thread, conversation: isUnlisted }: Missing, conversation: ConversationKey): void {
  if (thread) void fillThread(conversation);
  if (isUnlisted) void fetchLists();
}

/** Changes within this time are fetched together. */
const CACHE_REFRESHED_AFTER_MS = 5_000;
let cacheTimer: ReturnType<typeof setTimeout> | undefined;
onReset(() => {
  clearTimeout(cacheTimer);
  cacheTimer = undefined;
});

/** Soon brings the offline data of conversations that aren't open up to date. */
export function refreshCachedSoon(): void {
  cacheTimer ??= setTimeout(() => {
    cacheTimer = undefined;
    // If no message was ever changed, no message stored here is out of date.
    if (!mayHaveChange()) return;
    // If the code can't be loaded, the next change or refresh tries again.
    import('./refresh-cached').then(({ refreshCached }) => refreshCached()).catch(() => undefined);
  }, CACHE_REFRESHED_AFTER_MS);
}

/**
 * Syncs the open thread, unless the list shows that it is up to date. After a reconnect it is always synced, since no list says whether its
 * member is blocked. Returns false after a temporary failure; other failures, such as a member who is gone, would repeat.
 */
export async function refreshOpenThread(areListsLoaded: boolean, reason: RefreshReason): Promise<boolean> {
  const { openId } = useThreads.getState();
  refreshCachedSoon();
  if (openId === null) return true;
  await runningSync(openId);
  // Its reader has left it, or logged out.
  if (!isOpen(openId)) return true;
  const [thread, listed] = [threadOf(openId), listedConversation(openId)];
  if (areListsLoaded && reason !== 'connect' && thread && listed && isUpToDate(thread, listed)) return true;
  const answer = await syncThread(openId);
  return answer.ok || !isTemporary(answer.error);
}
