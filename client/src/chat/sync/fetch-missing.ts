import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import { isTemporary, type Result, retryAfterMs } from '../../core/api/errors';
import { refresh } from '../../core/realtime/refresh';
import { retry, spread } from '../../lib/retry';
import { listedConversation, loadConversations } from '../state/conversations';
import { threadOf, useThreads } from '../state/thread/threads';
import { isUpToDate } from '../state/thread/threads.reduce';
import { syncThread } from '../state/thread/threads.sync';
import { loadUnread } from '../state/unread-messages';

/** Fetches the lists alone, for a message whose conversation is not in them yet: one run for many such messages. */
export const fetchLists = oneAtATime(async () => {
  const came = await Promise.all([loadConversations(), loadUnread()]);
  if (came.includes(false)) await refresh('gap');
});

const pausesMs = [1_000, 2_000, 4_000, 8_000];
const TRIES_MAX = 5;

/**
 * Fetches missing ranges of threads until they are there: a fetch that fails for a moment is made again, a few times;
 * after that the next message, focus or reconnect tries again.
 */
export function createFiller(sync: (otherId: number) => Promise<Result<unknown>>) {
  const running = new Set<number>();
  const live = new AbortController();
  const fill = async (otherId: number): Promise<void> => {
    if (running.has(otherId) || live.signal.aborted) return;
    running.add(otherId);
    await retry(() => sync(otherId), {
      until: (answer) => answer.ok || !isTemporary(answer.error),
      askedMs: (answer) => (answer.ok ? 0 : spread(retryAfterMs(answer.error))),
      pausesMs,
      triesMax: TRIES_MAX,
      signal: live.signal,
    });
    running.delete(otherId);
  };
  return {
    fill: (otherId: number): void => void fill(otherId),
    stop: (): void => live.abort(),
  };
}

let filler = createFiller(syncThread);

/** Fetches what is missing of the conversation with a member. */
export const fillThread = (otherId: number): void => filler.fill(otherId);

/** Starts for a member who signs in, until `signal` aborts. */
export function startFilling(signal: AbortSignal): void {
  const mine = createFiller(syncThread);
  signal.addEventListener('abort', mine.stop);
  filler = mine;
}

/**
 * Brings the open thread up to date, unless the list says that it is. False when that failed for a moment: a conversation with
 * a member who does not exist will not be there the next time either.
 */
export async function refreshOpenThread(listsCame: boolean): Promise<boolean> {
  const { openId } = useThreads.getState();
  if (openId === null) return true;
  const [thread, listed] = [threadOf(openId), listedConversation(openId)];
  if (listsCame && thread && listed && isUpToDate(thread, listed)) return true;
  const answer = await syncThread(openId);
  return answer.ok || !isTemporary(answer.error);
}
