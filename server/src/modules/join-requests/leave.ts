import type { CallAnswer } from '@sangam/shared/contract/calls';
import type { Db, Trx } from '../../db/database.js';
import { type Publish, transact } from '../../db/transaction.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import type { Member } from '../../lib/member.js';
import { fail, ok, type Result } from '../../lib/result.js';
import { activity, recordActivities } from '../activities/activities.js';
import { updateInboxes } from '../inbox/inbox.js';
import { publishUpdate } from '../projects/projects.js';
import { freeSeat, type LockedProject, listTeam, lockProject } from '../teams/teams.js';
import { toTeam } from './notifications.js';
import { withdrawAccepted } from './queries.js';

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
      const taken = await freeSeat(trx, project, member.id);
      if (taken === null) return fail('NOT_FOUND', { message: 'You are not a member of this project.' });
      const now = new Date(clock.nowMs());
      const requestId = await withdrawOnLeave(trx, publish, project, member.id, now);
      await recordActivities(trx, [
        activity.asked(member.id, `You left "${project.title}"`, { project_id: projectId }),
        activity.people(project.creator_id, `${member.name} left "${project.title}"`, { project_id: projectId }),
      ]);
      const left = toTeam('seat:left', await listTeam(trx, project.id), { project, requestId, userId: member.id });
      await updateInboxes(trx, publish, { added: left }, now);
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

/** The accepted request that brought the member into the team ends withdrawn; answers its id. */
async function withdrawOnLeave(trx: Trx, publish: Publish, project: LockedProject, userId: number, at: Date) {
  const withdrawn = await withdrawAccepted(trx, project.id, userId, at);
  for (const { id } of withdrawn)
    publish('join-request:withdrawn', {
      creator_id: project.creator_id,
      requester_id: userId,
      id,
      project_id: project.id,
    });
  return withdrawn[0]?.id ?? null;
}
