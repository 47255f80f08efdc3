import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { NotificationChanges } from '../../platform/records/notifications.js';
import { lockProject, publishHidden } from '../../projects/projects.js';
import { endPending } from '../../requests/requests.js';
import { hiddenToTeam } from './notify-team.js';
import { setHidden } from './queries.js';

/**
 * Hides a project from everybody but its team. Pending requests and interest end as with a deletion, since applicants no longer see the
 * project. Returns the changes to notifications; none for a project that is deleted or hidden already.
 */
export async function hideProject(
  trx: Trx,
  publish: Publish,
  id: number,
  { at, withCreator }: { at: Date; withCreator: boolean },
): Promise<NotificationChanges> {
  const project = await lockProject(trx, id);
  if (!project) return { added: [], dropped: [] };
  if (project.hidden_at !== null) {
    // A project that was hidden with its suspended creator now stays hidden after the suspension. The creator sees the latest reason.
    if (!withCreator) await setHidden(trx, id, { hidden_at: at, hidden_with_creator: false });
    return { added: [], dropped: [] };
  }
  await setHidden(trx, id, { hidden_at: at, hidden_with_creator: withCreator });
  const { added, dropped } = await endPending({ trx, publish, project, at }, 'unavailable');
  await publishHidden(trx, publish, project);
  return { added: [...added, ...(await hiddenToTeam(trx, project))], dropped };
}
