import type { CallAnswer } from '@sangam/shared/app/calls';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import {
  endTransferTo,
  freeSeat,
  listTeam,
  lockProjectFor,
  type ProjectChange,
  publishUpdate,
  roleIn,
} from '../../projects/projects.js';
import { toTeam, withoutSeat } from '../join-requests/notifications.js';
import { endSeatRequest } from '../join-requests/seats.js';
import { lockWaitlist, settleWaitlist } from '../waitlist/waitlist.js';

type LeaveAnswer = CallAnswer<'DELETE /api/projects/:id/members/me'>['data'];

/** Frees the member's seat; they may ask to join again. OWN_PROJECT for the creator, NOT_FOUND without a seat. */
export type Leave = (member: Member, projectId: number) => Promise<Result<LeaveAnswer>>;

export function createLeave({ db, bus, clock }: ActDeps): Leave {
  return (member, projectId) =>
    transact(db, bus, async (trx, publish) => {
      const project = await lockProjectFor(trx, projectId, member.id);
      if (!project) return fail('PROJECT_NOT_FOUND');
      if (roleIn(project, member.id) === 'creator')
        return fail('OWN_PROJECT', { message: 'You can’t leave your own project.' });
      const waitlist = await lockWaitlist(trx, project, [member.id]);
      const change: ProjectChange = { trx, publish, project, at: clock.now() };
      const { added = [], dropped = [] } = await endTransferTo(change, member.id);
      const seatsTaken = await freeSeat(change, member.id, 'left');
      if (seatsTaken === null) return fail('NOT_FOUND', { message: 'You aren’t a member of this project.' });
      const requestId = await endSeatRequest(change, member.id, { endedBy: null, word: null });
      await recordActivities(trx, [
        activity('seat:left', member.id, { project_id: projectId }),
        activity('member:left', project.creator_id, { project_id: projectId, member_id: member.id }),
      ]);
      const toRemaining = toTeam('seat:left', await listTeam(trx, project.id), {
        project,
        requestId,
        userId: member.id,
      });
      const offered = await settleWaitlist(change, waitlist);
      // Replaces the creator's notification of an earlier departure, which no `seat:joined` has replaced: creators aren't notified of
      // members whom they accept.
      const replaced = toRemaining.filter(({ user_id }) => user_id === project.creator_id);
      const outdated = await withoutSeat(trx, project, member.id);
      const update = { added: [...added, ...toRemaining, ...offered], dropped: [...dropped, ...replaced, ...outdated] };
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
      return ok({ project_id: projectId, current_members: seatsTaken });
    });
}
