import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { acceptInTeam } from '../../contact/contact.js';
import { recordActivities } from '../../platform/records/activities.queries.js';
import { activity } from '../../platform/records/activity.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import { giveSeat, listTeam } from '../../projects/projects.js';
import type { Act } from '../waitlist/line.js';
import { toTeam } from './notifications.js';

/** Gives the requester a seat and records both sides' activity; answers how many seats are taken now. */
export async function admit({ trx, publish, project }: Act, request: JoinRequest): Promise<number> {
  const taken = await giveSeat(trx, project, request.user_id);
  await acceptInTeam(trx, publish, project.id, request.user_id);
  const about = { project_id: project.id };
  await recordActivities(trx, [
    activity.chosen(request.user_id, `You joined "${project.title}"`, about),
    activity.people(project.creator_id, `${request.user_name} joined "${project.title}"`, about),
    ...(taken === project.max_members
      ? [activity.teamComplete(project.creator_id, `The team of "${project.title}" is complete`, about)]
      : []),
  ]);
  return taken;
}

/** Tells the team of who has joined. */
export const tellOfSeat = async ({ trx, project }: Act, { id, user_id }: JoinRequest): Promise<NewNotification[]> =>
  toTeam('seat:joined', await listTeam(trx, project.id), { project, requestId: id, userId: user_id });
