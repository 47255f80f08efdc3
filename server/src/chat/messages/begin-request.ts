import { findOpenProjectOf, questionKeyOf, startMessageRequest } from '../../contact/contact.js';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import type { PendingMessage } from './pending-message.js';

/**
 * Makes a stranger's first message a message request. One from the page of an open project of its receiver is a question about it,
 * of which the creator is notified, as of a join request. Returns the notification.
 */
export async function beginRequest(
  trx: Trx,
  publish: Publish,
  { conversation, sender_id, project_id }: PendingMessage,
  receiver_id: number,
): Promise<NewNotification[]> {
  const side = { user_id: receiver_id, other_id: sender_id };
  await startMessageRequest(trx, publish, conversation.id, side);
  const project = project_id === null ? undefined : await findOpenProjectOf(trx, project_id, receiver_id);
  if (project === undefined) return [];
  return [
    {
      ...questionKeyOf(side),
      kind: 'question:received',
      title: project.title,
      project_id: project.id,
      subject_id: null,
      actor_id: sender_id,
      link: `/messages/c/${conversation.id}`,
    },
  ];
}
