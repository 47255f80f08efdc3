import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import { listedConversation, loadConversations } from '../../chat/state/conversations';
import { threadOf, useThreads } from '../../chat/state/thread/threads';
import { isUpToDate } from '../../chat/state/thread/threads.reduce';
import { syncThread } from '../../chat/state/thread/threads.sync';
import { loadUnread } from '../../chat/state/unread-messages';
import { isTemporary } from '../../core/api/errors';
import { noteRefreshed, useConnection } from '../../core/realtime/connection';
import { useProjectWatch } from '../../core/realtime/on-screen';
import { isConnected } from '../../core/realtime/socket';
import { onReset } from '../../core/store/reset';
import { askedToWaitMs } from '../../lib/asked-to-wait';
import { pauseAfter, spread } from '../../lib/retry';
import { loadInbox } from '../../notices/state/notifications';
import { forgetProjectWatch, sendWatches } from '../../people/sync/watch';
import { refreshShownProjects } from '../../projects/sync/shown-projects';
import { refreshParts } from './refresh-parts';

export type RefreshReason = 'start' | 'connect' | 'gap' | 'fallback' | 'focus';

let running: Promise<void> | null = null;
let next: RefreshReason | null = null;

/** Pauses before a refresh that failed is repeated; the last one repeats. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
let failures = 0;
let again: ReturnType<typeof setTimeout> | undefined;
onReset(() => {
  failures = 0;
  clearTimeout(again);
});

/**
 * THE refresh: one path for start, reconnect, gap, fallback and focus. Fetches everything that live events may have
 * failed to bring: conversations, unread and requests in one call that answers what is new, then the open thread if that says
 * that it is behind; and presence. One runs at a time; calls meanwhile share one more run after it, which covers all their reasons. While the connection stands no poll
 * runs, so a refresh that failed is repeated.
 */
export function refresh(reason: RefreshReason): Promise<void> {
  if (running) {
    if (next !== 'connect') next = reason;
    return running;
  }
  running = run(reason).finally(() => {
    running = null;
  });
  return running;
}

async function run(first: RefreshReason): Promise<void> {
  for (let reason: RefreshReason | null = first; reason !== null; reason = next) {
    next = null;
    if (reason === 'connect') forgetProjectWatch();
    const lists = refreshParts();
    const came = await Promise.all([
      lists,
      lists.then(refreshOpenThread),
      sendWatches(),
      // While pushes come, what they miss is fetched when a watch begins. The first page load has just fetched its page.
      isPushed() || reason === 'start' || refreshShownProjects(useProjectWatch.getState()),
    ]);
    noteRefreshed(came[0]);
    repeatIfFailed(reason, !came.includes(false));
  }
}

const isPushed = (): boolean => isConnected() && !useConnection.getState().pushesPaused;

function repeatIfFailed(reason: RefreshReason, complete: boolean): void {
  clearTimeout(again);
  if (complete) failures = 0;
  if (complete || !isConnected()) return;
  failures += 1;
  const pauseMs = Math.max(pauseAfter(failures, pausesMs), askedToWaitMs());
  again = setTimeout(() => isConnected() && void refresh(reason), spread(pauseMs));
}

/** The lists alone, for a message of somebody who is not in them yet: one run for many such messages. */
export const refreshLists = oneAtATime(async () => {
  const came = await Promise.all([loadConversations(), loadUnread()]);
  if (came.includes(false)) await refresh('gap');
});

/** The inbox alone, for a change that came after one that did not. */
export const refreshInbox = oneAtATime(async () => {
  if (!(await loadInbox())) await refresh('gap');
});

/** False when it failed for a moment: a conversation with nobody will not be there the next time either. */
async function refreshOpenThread(listsCame: boolean): Promise<boolean> {
  const { openId } = useThreads.getState();
  if (openId === null) return true;
  const [thread, listed] = [threadOf(openId), listedConversation(openId)];
  if (listsCame && thread && listed && isUpToDate(thread, listed)) return true;
  const answer = await syncThread(openId);
  return answer.ok || !isTemporary(answer.error);
}
