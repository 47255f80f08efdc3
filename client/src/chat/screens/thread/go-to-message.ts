import toast from 'react-hot-toast';
import { failureText } from '../../../core/api/errors';
import { threadOf } from '../../state/thread/threads';
import { openThread } from '../../state/thread/threads.sync';

/** Leads to a message of the open conversation, wherever in the history it is. */
export async function goToMessage(otherId: number, seq: number): Promise<void> {
  const answer = await openThread(otherId, seq);
  if (threadOf(otherId)?.target === seq) return;
  const missing = 'Message not found';
  toast.error(answer.ok ? missing : failureText(answer.error, missing), { id: 'message-not-found' });
}
