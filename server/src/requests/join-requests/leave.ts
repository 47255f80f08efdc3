import type { CallAnswer } from '@sangam/shared/app/calls';
import type { Db } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { recordActivities } from '../../platform/records/activities.queries.js';
import { activity } from '../../platform/records/activity.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { endTransferTo, freeSeat, listTeam, lockProject, publishUpdate } from '../../projects/projects.js';
import { lockWaitlist, settleWaitlist } from '../waitlist/line.js';
import { endSeatRequest } from './ends.js';
import { toTeam } from './notifications.js';

type Left = CallAnswer<'DELETE /api/projects/:id/members/me'>['data'];

/** Frees the member's seat; they may ask to join again. OWN_PROJECT for the creator, NOT_FOUND without a seat. */
export type Leave = (member: Member, projectId: number) => Promise<Result<Left>>;

export function createLeave({ db, bus, clock }: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): Leave {
  return (member, projectId) =>
    transact(db, bus, async (trx, publish) => {
      const project = await lockProject(trx, projectId);
      if (!project) return fail('PROJECT_NOT_FOUND');
      if (project.creator_id === member.id)
        return fail('OWN_PROJECT', { message: 'You cannot leave your own project.' });
      const line = await lockWaitlist(trx, project, [member.id]);
      const { added = [], dropped = [] } = await endTransferTo(trx, publish, { projectId, userId: member.id });
      const taken = await freeSeat(trx, project, member.id);
      if (taken === null) return fail('NOT_FOUND', { message: 'You are not a member of this project.' });
      const now = new Date(clock.nowMs());
      const end = { endedBy: null, word: null, at: now };
      const requestId = await endSeatRequest(trx, publish, project, member.id, end);
      await recordActivities(trx, [
        activity.asked(member.id, `You left "${project.title}"`, { project_id: projectId }),
        activity.people(project.creator_id, `${member.name} left "${project.title}"`, { project_id: projectId }),
      ]);
      const left = toTeam('seat:left', await listTeam(trx, project.id), { project, requestId, userId: member.id });
      const offered = await settleWaitlist({ trx, publish, project, at: now }, line, project.max_members - taken);
      await updateNotifications(trx, publish, { added: [...added, ...left, ...offered], dropped }, now);
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
