import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import type { ProjectsAnswer } from '@sangam/shared/app/project-pages';
import { projectLimits } from '@sangam/shared/projects/limits';
import type { Project, ProjectBody, ProjectDetail, ProjectsQuery } from '@sangam/shared/projects/projects';
import type { Db, Trx } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { recordActivities } from '../../platform/records/activities.queries.js';
import { activity } from '../../platform/records/activity.js';
import { addNewProject } from '../followed-skills/tell.js';
import type { ProjectHooks } from '../hooks.js';
import { createEdit, type Edit } from './edit.js';
import { checkProject } from './form.js';
import { activeSinceAt, addListingEnd } from './listing.js';
import { presentMyJoinRequest, presentMyProject, presentProject, presentProjectDetail } from './present.js';
import { findProject, findProjectDetail, insertProject, listCreated, listProjects } from './queries.js';

type Mine = 'GET /api/projects/mine';

export interface ProjectsService {
  /** Newest first; a member (null: a visitor) hears of their own request to each. */
  list(viewer: Member | null, query: ProjectsQuery): Promise<ProjectsAnswer['data']>;
  /** The projects that the member has created, newest first. */
  mine(userId: number, query: CallQuery<Mine>): Promise<CallAnswer<Mine>['data']>;
  create(creator: Member, body: ProjectBody): Promise<Result<Project>>;
  edit: Edit;
  /** One project, as a member or a visitor (null) sees it: its creator's address is for members. PROJECT_NOT_FOUND. */
  find(
    from: Db | Trx,
    viewer: Member | null,
    id: number,
  ): Promise<Result<{ project: ProjectDetail; is_member: boolean }>>;
}

export function createProjectsService(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  hooks: ProjectHooks;
}): ProjectsService {
  const { db, bus, clock } = deps;
  return {
    edit: createEdit(deps),

    async list(viewer, query) {
      const limit = query.limit ?? projectLimits.projectsPage;
      const { search = '', skill, category, before } = query;
      const ids = query.ids?.split(',').map(Number);
      const activeSince = query.active === 'yes' ? activeSinceAt(clock.nowMs()) : undefined;
      const filter = { search, skill: skill || undefined, category, openSeats: query.open_seats === 'yes' };
      const page = { ...filter, ids, activeSince, before };
      const found = await listProjects(db, { ...page, limit: limit + 1 }, viewer?.id ?? null);
      const rows = found.slice(0, limit);
      return {
        projects: rows.map(presentProject),
        ...(viewer && { my_join_requests: rows.flatMap(presentMyJoinRequest) }),
        has_more: found.length > limit,
      };
    },

    async mine(userId, { finished, before, limit = projectLimits.projectsPage }) {
      const { rows, ...page } = await listCreated(db, userId, finished, { before, limit });
      return { projects: rows.map(presentMyProject), ...page };
    },

    async create(creator, body) {
      const checked = checkProject(body);
      if (!checked.ok) return checked;
      return transact(db, bus, async (trx, publish) => {
        const confirmed_at = new Date(clock.nowMs());
        const id = await insertProject(trx, { ...checked.value, creator_id: creator.id, confirmed_at });
        await addListingEnd(trx, publish, id, confirmed_at);
        await recordActivities(trx, [
          activity.created(creator.id, `You created "${checked.value.title}"`, { project_id: id }),
        ]);
        const project = presentProject(await findProject(trx, id));
        if (project.required_skills.length > 0) await addNewProject(trx, publish, new Date(clock.nowMs()));
        publish('project:created', project);
        return ok(project);
      });
    },

    async find(from, viewer, id) {
      const row = await findProjectDetail(from, id, viewer?.id ?? null);
      if (!row || (row.hidden_at !== null && !row.is_member)) return fail('PROJECT_NOT_FOUND');
      const { is_member, ...project } = row;
      return ok({ project: presentProjectDetail(project, viewer !== null), is_member: Boolean(is_member) });
    },
  };
}
