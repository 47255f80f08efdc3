import type { CallAnswer } from '@sangam/shared/app/calls';
import { isBlank } from '@sangam/shared/core/text';
import {
  actToState,
  type ProjectAct,
  type ProjectState,
  projectActs,
  refusalOf,
  reopenableUntil,
} from '@sangam/shared/projects/lifecycle';
import type { Project } from '@sangam/shared/projects/projects';
import { transactAs } from '../../contact/contact.js';
import type { ActDeps } from '../../platform/db/transaction.js';
import { isOver } from '../../platform/lib/deadline.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import type { ProjectHooks } from '../hooks.js';
import { confirmProject } from '../projects/listing.js';
import { eraseProject, setState } from '../projects/queries.js';
import { publishToTeam, publishUpdate } from '../projects/service.js';
import { saveRoles } from '../teams/roles.queries.js';
import { recordTeamEvent } from '../teams/team-events.queries.js';
import type { ProjectChange } from '../teams/teams.js';
import { findMember, lockProjectFor, roleIn } from '../teams/teams.js';
import { endTransferTo } from '../transfers/end-transfers.js';

type Deleted = CallAnswer<'DELETE /api/projects/:id'>['data'];

/** The creator's actions on a project besides editing it (R4.11), as the table in `shared/src/projects/lifecycle.ts` allows them. */
export interface ProjectLifeService {
  /** PROJECT_OPEN, PROJECT_CLOSED or PROJECT_FINISHED if no action leads from the project's state to this one. */
  changeState(member: Member, id: number, state: ProjectState): Promise<Result<Project>>;
  /** Reopens a finished project; its former requests and interest stay ended. PROJECT_FINISHED once it is too late. */
  reopenFinished(member: Member, id: number): Promise<Result<Project>>;
  /** Confirms that the creator is still looking: the project stays in the default list, or returns to it. */
  confirm(member: Member, id: number): Promise<Result<Project>>;
  /** Deletes the project. TEAM_NOT_EMPTY while others have a seat. */
  remove(member: Member, id: number): Promise<Result<Deleted>>;
  /** Frees a member's seat, with an optional message to them; they may ask again. NOT_FOUND without a seat. */
  removeMember(member: Member, id: number, userId: number, word: string): Promise<Result<Project>>;
}

export function createProjectLifeService(deps: ActDeps & { hooks: ProjectHooks }): ProjectLifeService {
  const { db, bus, clock, hooks } = deps;
  /** Runs an action on the locked project if the table allows the member to do it. `at` is read once, under the lock. */
  const act = <T>(
    projectAct: ProjectAct,
    member: Member,
    id: number,
    work: (change: ProjectChange) => Promise<Result<T>>,
  ): Promise<Result<T>> =>
    transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
      const project = await lockProjectFor(trx, id, member.id);
      if (!project) return fail('PROJECT_NOT_FOUND');
      const refusal = refusalOf(projectAct, roleIn(project, member.id), project.state);
      if (refusal !== null) return fail(refusal);
      const at = clock.now();
      if (projectActs[projectAct].confirms) await confirmProject(trx, publish, project, at);
      return work({ trx, publish, project, at });
    });

  /** Ends pending requests, interests and invitations, if the table says so. A closed project keeps all but invitations. */
  const endPending = async (projectAct: ProjectAct, change: ProjectChange): Promise<void> => {
    const { ends } = projectActs[projectAct];
    const ended = async () => {
      if (projectAct === 'close') return hooks.closeInvitations(change);
      return ends === null ? {} : hooks.endPending(change, ends);
    };
    await updateNotifications(change.trx, change.publish, await ended(), change.at);
  };

  return {
    changeState(member, id, state) {
      const projectAct = actToState[state];
      return act(projectAct, member, id, async (change) => {
        const { trx, publish, at } = change;
        await setState(trx, id, state, at);
        await recordActivities(trx, [activity(`project:${pastOf[projectAct]}`, member.id, { project_id: id })]);
        await endPending(projectAct, change);
        if (state !== 'finished') return ok(await publishUpdate(trx, publish, id));
        await recordTeamEvent(change, 'finished');
        return ok(await publishToTeam(trx, publish, id));
      });
    },

    reopenFinished: (member, id) =>
      act('reopen_finished', member, id, async (change) => {
        const { trx, publish, at } = change;
        const { finished_at } = change.project;
        if (finished_at === null || isOver(reopenableUntil(finished_at), at)) return fail('PROJECT_FINISHED');
        await setState(trx, id, 'open', at);
        await recordActivities(trx, [activity('project:reopened', member.id, { project_id: id })]);
        await recordTeamEvent(change, 'reopened');
        return ok(await publishToTeam(trx, publish, id));
      }),

    confirm: (member, id) =>
      act('confirm', member, id, async ({ trx, publish }) => ok(await publishUpdate(trx, publish, id))),

    remove: (member, id) =>
      act('delete', member, id, async (change) => {
        const { trx, publish, project } = change;
        if (project.member_count > 1) return fail('TEAM_NOT_EMPTY');
        // The last participant of the team's conversation.
        await recordTeamEvent(change, 'left', { userId: member.id });
        await eraseProject(trx, id);
        await saveRoles(trx, id, [], change.at);
        await endPending('delete', change);
        const deleted = { id, title: project.title, creator_id: project.creator_id };
        // Nobody else sees a hidden project, or its current title.
        if (project.hidden_at === null) publish('project:deleted', deleted);
        else publish('project:lost', { user_id: member.id, deleted });
        return ok(deleted);
      }),

    removeMember: (member, id, userId, text) =>
      act('remove', member, id, async (change) => {
        const { trx, publish, project, at } = change;
        if (userId === member.id) return fail('OWN_PROJECT', { message: 'You can’t leave your own project.' });
        const removed = await findMember(trx, id, userId);
        if (!removed) return fail('NOT_FOUND', { message: 'This member isn’t in the project.' });
        const word = isBlank(text) ? null : text;
        const { added = [], dropped = [] } = await endTransferTo(change, userId);
        await recordActivities(trx, [
          activity('member:removed', member.id, { project_id: id, member_id: userId }),
          activity('seat:lost', userId, { project_id: id }),
        ]);
        const freed = await hooks.freeSeat(change, { userId, word });
        const update = { added: [...added, ...freed.added], dropped: [...dropped, ...freed.dropped] };
        await updateNotifications(trx, publish, update, at);
        publish('team:removed', {
          project_id: id,
          project_title: project.title,
          creator_id: member.id,
          word,
          user_id: userId,
          user_name: removed.name,
        });
        return ok(await publishUpdate(trx, publish, id));
      }),
  };
}

const pastOf = { reopen: 'opened', close: 'closed', finish: 'finished' } as const;
