import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { NotificationUpdate } from '../../platform/records/notifications.js';
import { lockProject, publishUpdate } from '../../projects/projects.js';
import { endPendingInterests, endPendingRequests } from '../../requests/requests.js';
import { unavailable } from './notifications.js';
import { setHidden } from './queries.js';

type Told = Required<Pick<NotificationUpdate, 'added' | 'read'>>;

/**
 * Hides a project from all but its team. What was pending ends as with a deletion, since to who asked it is gone. Answers what it
 * changes in inboxes; nothing of one that is deleted.
 */
export async function hideProject(
  trx: Trx,
  publish: Publish,
  id: number,
  { at, withCreator }: { at: Date; withCreator: boolean },
): Promise<Told> {
  const project = await lockProject(trx, id);
  if (!project || project.hidden_at !== null) return { added: [], read: [] };
  await setHidden(trx, id, { hidden_at: at, hidden_with_creator: withCreator });
  const change = { trx, publish, project, at };
  const requests = await endPendingRequests(change, 'project_deleted');
  const interests = await endPendingInterests(change, 'project_deleted');
  await publishUpdate(trx, publish, id);
  const added = [...requests.added, ...interests.added].map(unavailable);
  return { added, read: [...requests.read, ...interests.read] };
}
