import type { CallAnswer } from '@sangam/shared/app/calls';
import type { EndReason } from '@sangam/shared/projects/lifecycle';
import { askAgainFrom } from '@sangam/shared/requests/ask-again';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { acceptInTeam } from '../../contact/contact.js';
import { transact } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import {
  type ActDeps,
  endTransferTo,
  freeSeat,
  giveSeat,
  listTeam,
  lockProjectFor,
  type ProjectChange,
  publishUpdate,
} from '../../projects/projects.js';
import { lockWaitlist, settleWaitlist } from '../waitlist/waitlist.js';
import { publishEnd, toTeam } from './notifications.js';
import { withdrawAccepted } from './queries.js';

type Left = CallAnswer<'DELETE /api/projects/:id/members/me'>['data'];

/** Frees the member's seat; they may ask to join again. OWN_PROJECT for the creator, NOT_FOUND without a seat. */
export type Leave = (member: Member, projectId: number) => Promise<Result<Left>>;

export function createLeave({ db, bus, clock }: ActDeps): Leave {
  return (member, projectId) =>
    transact(db, bus, async (trx, publish) => {
      const project = await lockProjectFor(trx, projectId, member.id);
      if (!project) return fail('PROJECT_NOT_FOUND');
      if (project.creator_id === member.id)
        return fail('OWN_PROJECT', { message: 'You can’t leave your own project.' });
      const waitlist = await lockWaitlist(trx, project, [member.id]);
      const change: ProjectChange = { trx, publish, project, at: clock.now() };
      const { added = [], dropped = [] } = await endTransferTo(change, member.id);
      const taken = await freeSeat(change, member.id, 'left');
      if (taken === null) return fail('NOT_FOUND', { message: 'You aren’t a member of this project.' });
      const requestId = await endSeatRequest(change, member.id, { endedBy: null, word: null });
      await recordActivities(trx, [
        activity('seat:left', member.id, { project_id: projectId }),
        activity('member:left', project.creator_id, { project_id: projectId, member_id: member.id }),
      ]);
      const left = toTeam('seat:left', await listTeam(trx, project.id), { project, requestId, userId: member.id });
      const offered = await settleWaitlist(change, waitlist);
      // In place of an earlier departure: a creator who accepted the member since was not notified of that.
      const again = left.filter(({ user_id }) => user_id === project.creator_id);
      const update = { added: [...added, ...left, ...offered], dropped: [...dropped, ...again] };
      await updateNotifications(trx, publish, update, change.at);
      publish('team:left', {
        creator_id: project.creator_id,
        departure: {
          project_id: project.id,
          project_title: project.title,
          user_id: member.id,
          user_name: member.name,
        },
      });
      await publishUpdate(trx, publish, projectId);
      return ok({ project_id: projectId, current_members: taken });
    });
}

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

/** Gives the applicant a seat and records both sides' activity. Returns the number of taken seats. */
export async function takeSeat(change: ProjectChange, request: JoinRequest): Promise<number> {
  const { trx, publish, project, at } = change;
  const taken = await giveSeat(change, request.user_id, request.role_id ?? null);
  await acceptInTeam(trx, publish, { projectId: project.id, userId: request.user_id, at });
  const about = { project_id: project.id };
  await recordActivities(trx, [
    activity('seat:taken', request.user_id, about),
    activity('member:joined', project.creator_id, { ...about, member_id: request.user_id }),
    ...(taken === project.max_members ? [activity('team:complete', project.creator_id, about)] : []),
  ]);
  return taken;
}

/** The notifications of a new member's team. */
export const toTeamOf = async (
  { trx, project }: ProjectChange,
  { id, user_id }: JoinRequest,
): Promise<NewNotification[]> =>
  toTeam('seat:joined', await listTeam(trx, project.id), { project, requestId: id, userId: user_id });
