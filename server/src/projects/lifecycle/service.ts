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
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import type { ActDeps, ProjectHooks } from '../hooks.js';
import { confirmProject } from '../projects/listing.js';
import { eraseProject, setState } from '../projects/queries.js';
import { publishUpdate } from '../projects/service.js';
import { findMember, isHiddenFrom, type LockedProject, lockProject } from '../teams/teams.js';
import { endTransferTo } from '../transfers/end-transfers.js';

type Deleted = CallAnswer<'DELETE /api/projects/:id'>['data'];

/** The creator's acts on a project besides editing it (R4.11), as the table in `shared/src/projects/lifecycle.ts` allows them. */
export interface ProjectLifeService {
  /** PROJECT_OPEN, PROJECT_CLOSED or PROJECT_FINISHED where no act leads from its state to this one. */
  changeState(member: Member, id: number, state: ProjectState): Promise<Result<Project>>;
  /** Reopens a finished project. PROJECT_FINISHED once it is too late. Requests and interest that ended stay ended. */
  reopenFinished(member: Member, id: number): Promise<Result<Project>>;
  /** Confirms that the creator is still looking: the project stays in the default list, or returns to it. */
  confirm(member: Member, id: number): Promise<Result<Project>>;
  /** TEAM_NOT_EMPTY while others have a seat. */
  remove(member: Member, id: number): Promise<Result<Deleted>>;
  /** Frees a member's seat, with an optional message to them; they may ask again. NOT_FOUND without a seat. */
  removeMember(member: Member, id: number, userId: number, word: string): Promise<Result<Project>>;
}

export function createProjectLifeService(deps: ActDeps & { hooks: ProjectHooks }): ProjectLifeService {
  const { db, bus, clock, hooks } = deps;
  const now = () => new Date(clock.nowMs());

  /** Runs an act on the locked project, if the table allows it to the member. */
  const act = <T>(
    which: ProjectAct,
    member: Member,
    id: number,
    work: (trx: Trx, publish: Publish, project: LockedProject) => Promise<Result<T>>,
  ): Promise<Result<T>> =>
    transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
      const project = await lockProject(trx, id);
      if (!project || (await isHiddenFrom(trx, project, member.id))) return fail('PROJECT_NOT_FOUND');
      const refusal = refusalOf(which, project.creator_id === member.id ? 'creator' : 'other', project.state);
      if (refusal !== null) return fail(refusal);
      if (projectActs[which].confirms) await confirmProject(trx, publish, project, now());
      return work(trx, publish, project);
    });

  /** Ends pending requests and interests, if the table says so. */
  const endPending = async (which: ProjectAct, trx: Trx, publish: Publish, project: LockedProject): Promise<void> => {
    const { ends } = projectActs[which];
    if (ends === null) return;
    const at = now();
    await updateNotifications(trx, publish, await hooks.endPending({ trx, publish, project, at }, ends), at);
  };

  return {
    changeState(member, id, state) {
      const which = actToState[state];
      return act(which, member, id, async (trx, publish, project) => {
        await setState(trx, id, state, now());
        await recordActivities(trx, [activity(`project:${pastOf[which]}`, member.id, { project_id: id })]);
        await endPending(which, trx, publish, project);
        return ok(await publishUpdate(trx, publish, id));
      });
    },

    reopenFinished: (member, id) =>
      act('reopen_finished', member, id, async (trx, publish, { finished_at }) => {
        const at = now();
        if (finished_at === null || at >= reopenableUntil(finished_at)) return fail('PROJECT_FINISHED');
        await setState(trx, id, 'open', at);
        await recordActivities(trx, [activity('project:reopened', member.id, { project_id: id })]);
        return ok(await publishUpdate(trx, publish, id));
      }),

    confirm: (member, id) =>
      act('confirm', member, id, async (trx, publish) => ok(await publishUpdate(trx, publish, id))),

    remove: (member, id) =>
      act('delete', member, id, async (trx, publish, project) => {
        if (project.member_count > 1) return fail('TEAM_NOT_EMPTY');
        await eraseProject(trx, id);
        await endPending('delete', trx, publish, project);
        const deleted = { id, title: project.title };
        publish('project:deleted', deleted);
        return ok(deleted);
      }),

    removeMember: (member, id, userId, text) =>
      act('remove', member, id, async (trx, publish, project) => {
        if (userId === member.id) return fail('OWN_PROJECT', { message: 'You cannot leave your own project.' });
        const removed = await findMember(trx, id, userId);
        if (!removed) return fail('NOT_FOUND', { message: 'This member is not in the project.' });
        const word = isBlank(text) ? null : text;
        const at = now();
        const { added = [], dropped = [] } = await endTransferTo({ trx, publish, project, at }, userId);
        await recordActivities(trx, [
          activity('member:removed', member.id, { project_id: id, member_id: userId }),
          activity('seat:lost', userId, { project_id: id }),
        ]);
        const freed = await hooks.freeSeat({ trx, publish, project, at }, { userId, word });
        await updateNotifications(trx, publish, { added: [...added, ...freed.added], dropped }, at);
        publish('team:removed', {
          ...{ project_id: id, project_title: project.title, creator_id: member.id, word },
          ...{ user_id: userId, user_name: removed.name },
        });
        return ok(await publishUpdate(trx, publish, id));
      }),
  };
}

const pastOf = { reopen: 'opened', close: 'closed', finish: 'finished' } as const;
