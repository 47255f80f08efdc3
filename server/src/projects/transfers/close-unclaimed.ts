import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import { endListing, setSeeksCreator, setState } from '../projects/queries.js';
import type { ProjectChange } from '../teams/teams.js';
import { listTeam } from '../teams/teams.js';

/**
 * Closes a project whose creator has deleted their account and which nobody takes over; no list advertises it. Returns the
 * notifications of its team, without `leaverId`, a member who is about to give up their seat.
 */
export async function closeUnclaimed(
  { trx, project, at }: Pick<ProjectChange, 'trx' | 'project' | 'at'>,
  leaverId?: number,
): Promise<NewNotification[]> {
  const { id, title, creator_id } = project;
  await setState(trx, id, 'closed', at);
  await setSeeksCreator(trx, id, null);
  await endListing(trx, id);
  const team = (await listTeam(trx, id)).filter((each) => each.id !== creator_id && each.id !== leaverId);
  await recordActivities(
    trx,
    team.map((each) => activity('project:unclaimed', each.id, { project_id: id })),
  );
  return team.map((each) => ({
    ...{ user_id: each.id, kind: 'project:left' as const, key: `left:${id}`, title, actor_id: creator_id },
    ...{ project_id: id, subject_id: null },
  }));
}
