import type { EndReason } from '@sangam/shared/projects/lifecycle';
import { askAgainFrom } from '@sangam/shared/requests/ask-again';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { acceptInTeam } from '../../contact/contact.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import type { NotificationChanges } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import { giveSeat, listTeam, type ProjectChange } from '../../projects/projects.js';
import { endInterestOfJoining } from '../interests/kind.js';
import { publishEnd, toTeam } from './notifications.js';
import { withdrawAccepted } from './transitions.queries.js';

/** Ends the accepted request of a member who left or was removed. Returns its id. */
export async function endSeatRequest(
  { trx, publish, project, at }: ProjectChange,
  userId: number,
  { endedBy, word }: { endedBy: EndReason | null; word: string | null },
): Promise<number | null> {
  const withdrawn = await withdrawAccepted(trx, project.id, userId, { endedBy, word, at });
  for (const { id } of withdrawn)
    publishEnd(publish, project, userId, {
      id,
      ...(endedBy === null ? { left_team: true } : { ended_by: endedBy }),
      ...(word === null ? {} : { end_word: word }),
      ...(endedBy === 'took_over' ? {} : { ask_again_at: askAgainFrom(at).toISOString() }),
    });
  return withdrawn[0]?.id ?? null;
}

/**
 * Gives the applicant a seat, which ends their pending interest, and records both sides' activity. Returns the number of taken seats and
 * the changes to notifications about the interest.
 */
export async function takeSeat(
  change: ProjectChange,
  request: JoinRequest,
): Promise<NotificationChanges & { seatsTaken: number }> {
  const { trx, publish, project, at } = change;
  const seatsTaken = await giveSeat(change, request.user_id, request.role_id ?? null);
  await acceptInTeam(trx, publish, { projectId: project.id, userId: request.user_id, at });
  const details = { project_id: project.id };
  await recordActivities(trx, [
    activity('seat:taken', request.user_id, details),
    activity('member:joined', project.creator_id, { ...details, member_id: request.user_id }),
    ...(seatsTaken === project.max_members ? [activity('team:complete', project.creator_id, details)] : []),
  ]);
  return { seatsTaken, ...(await endInterestOfJoining(change, request.user_id)) };
}

/** The notifications of a new member's team. */
export const toTeamOf = async (
  { trx, project }: ProjectChange,
  { id, user_id }: JoinRequest,
): Promise<NewNotification[]> =>
  toTeam('seat:joined', await listTeam(trx, project.id), { project, requestId: id, userId: user_id });
