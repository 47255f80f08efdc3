import { chatLimits } from '@sangam/shared/chat/limits';
import { storesEpoch } from '../../core/store/reset';
import type { ConversationKey } from '../../lib/links/chat-link';
import { requestPosition } from '../state/thread/requested-position';
import { patchThread, threadOf } from '../state/thread/threads';
import { newestSeq, oldestSeq, withNewer, withOlder } from '../state/thread/threads.reduce';
import { fetchPage, hasStartedOver } from './thread-page';
import { fetchMissed, loadEnd, syncThread } from './thread-sync';

/** Fetches the page above the oldest message, unless one is loading or there is none. */
export async function loadOlder(id: ConversationKey): Promise<void> {
  const thread = threadOf(id);
  if (thread?.status !== 'ready' || !thread.hasOlder || thread.older === 'loading') return;
  const epoch = storesEpoch();
  patchThread(id, (current) => ({ ...current, older: 'loading' }));
  const answer = await fetchPage(id, { before: oldestSeq(thread), limit: chatLimits.messagesPageMax });
  if (epoch !== storesEpoch()) return;
  if (hasStartedOver(id)) return void (await syncThread(id));
  patchThread(id, (current) => (answer.ok ? withOlder(current, answer.value) : { ...current, older: 'error' }));
  await fetchMissed(id, epoch, null);
}

/** Fetches the page below the newest loaded message, for a reader who is further back. */
export async function loadNewer(id: ConversationKey): Promise<void> {
  const thread = threadOf(id);
  if (thread?.status !== 'ready' || thread.follows || thread.newer === 'loading') return;
  const epoch = storesEpoch();
  patchThread(id, (current) => ({ ...current, newer: 'loading' }));
  const answer = await fetchPage(id, { after: newestSeq(thread), limit: chatLimits.messagesPageMax });
  if (epoch !== storesEpoch()) return;
  if (hasStartedOver(id)) return void (await syncThread(id));
  patchThread(id, (current) => (answer.ok ? withNewer(current, answer.value) : { ...current, newer: 'error' }));
  await fetchMissed(id, epoch, null);
}

/** Takes a reader to the newest messages; pending ones show at once. */
export async function followEnd(id: ConversationKey): Promise<void> {
  const thread = threadOf(id);
  if (thread === undefined) return;
  requestPosition(id, null);
  if (thread.status !== 'ready') await syncThread(id);
  if (thread.status !== 'ready' || thread.follows) return;
  patchThread(id, (current) => ({ ...current, follows: true, newer: 'loading' }));
  await loadEnd(id);
}
