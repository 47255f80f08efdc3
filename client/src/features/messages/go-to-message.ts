import toast from 'react-hot-toast';
import { threadOf } from '../../stores/threads';
import { openThread } from '../../stores/threads.sync';

/** Leads to a message of the open conversation, wherever in the history it is. */
export async function goToMessage(otherId: number, seq: number): Promise<void> {
  await openThread(otherId, seq);
  if (threadOf(otherId)?.target !== seq) toast.error('Message not found', { id: 'message-not-found' });
}
