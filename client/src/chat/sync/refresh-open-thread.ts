import { isTemporary } from '../../core/api/errors';
import { listedConversation } from '../state/conversations';
import { threadOf, useThreads } from '../state/thread/threads';
import { isUpToDate } from '../state/thread/threads.reduce';
import { syncThread } from '../state/thread/threads.sync';

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
