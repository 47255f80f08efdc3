import type { CallAnswer } from '@sangam/shared/contract/http';
import type { Interest } from '@sangam/shared/contract/interests';
import type {
  Project,
  ProjectBody,
  ProjectDetailAnswer,
  ProjectsQuery,
  RequestStatus,
} from '@sangam/shared/contract/projects';
import { limits } from '@sangam/shared/rules/limits';
import { cleanLine } from '@sangam/shared/rules/text';
import type { Db, Trx } from '../../db/database.js';
import { type Publish, transact } from '../../db/transaction.js';
import type { DomainEvents } from '../../events.js';
import type { Member } from '../../http/contract-route.js';
import type { Bus } from '../../lib/bus.js';
import { fail, ok, type Result } from '../../lib/result.js';
import { activity } from '../activities/activity.js';
import { recordActivities } from '../activities/queries.js';
import { checkProject } from './form.js';
import { presentProject, presentProjectDetail } from './present.js';
import { findProject, findProjectDetail, insertProject, listProjects } from './queries.js';
import { type LockedProject, listTeam, lockProject, removeFromTeam } from './team.js';

type Detail = Omit<ProjectDetailAnswer, 'success' | 'message'>;
type Left = CallAnswer<'DELETE /api/projects/:id/members/me'>['data'];

/** What the modules above add to projects. */
export interface PageParts {
  interests: {
    ofProject(projectId: number): Promise<Interest[]>;
    requestStatus(projectId: number, userId: number): Promise<RequestStatus>;
  };
  joinRequests: {
    requestStatus(projectId: number, userId: number): Promise<RequestStatus>;
    /** Who leaves a team takes back the request that brought them there, and may ask again. */
    takeBack(trx: Trx, publish: Publish, project: LockedProject, userId: number): Promise<void>;
  };
}

export interface ProjectsService {
  list(query: ProjectsQuery): Promise<{ projects: Project[]; has_more: boolean }>;
  create(creator: Member, body: ProjectBody): Promise<Result<Project>>;
  /** The page of one project, for a member or a visitor (null): nobody but the creator is shown who is interested. */
  detail(viewer: Member | null, id: number): Promise<Result<Detail>>;
  /** Frees the member's seat. The creator cannot leave. */
  leave(member: Member, id: number): Promise<Result<Left>>;
}

export function createProjectsService({
  db,
  bus,
  interests,
  joinRequests,
}: { db: Db; bus: Bus<DomainEvents> } & PageParts): ProjectsService {
  return {
    async list(query) {
      const limit = query.limit ?? limits.projectsPage;
      const search = cleanLine(query.search ?? '');
      const rows = await listProjects(db, { ...query, search, limit: limit + 1 });
      return { projects: rows.slice(0, limit).map(presentProject), has_more: rows.length > limit };
    },

    async create(creator, body) {
      const checked = checkProject(body);
      if (!checked.ok) return checked;
      return transact(db, bus, async (trx, publish) => {
        const id = await insertProject(trx, { ...checked.value, creator_id: creator.id });
        await recordActivities(trx, [activity.created(creator.id, `You created "${checked.value.title}"`)]);
        const row = await findProject(trx, id);
        if (!row) return fail('PROJECT_NOT_FOUND');
        const project = presentProject(row);
        publish('project:created', project);
        return ok(project);
      });
    },

    async detail(viewer, id) {
      const row = await findProjectDetail(db, id, viewer?.id ?? null);
      if (!row) return fail('PROJECT_NOT_FOUND');
      const { is_member, ...project } = row;
      const isCreator = viewer?.id === project.creator_id;
      const [interestsOfProject, team, myInterest, myJoinRequest] = await Promise.all([
        isCreator ? interests.ofProject(id) : [],
        viewer ? listTeam(db, id) : [],
        viewer && !isCreator ? interests.requestStatus(id, viewer.id) : null,
        viewer && !isCreator ? joinRequests.requestStatus(id, viewer.id) : null,
      ]);
      return ok({
        project: presentProjectDetail(project, viewer !== null),
        connections: interestsOfProject,
        team,
        is_member: Boolean(is_member),
        my_connection: myInterest,
        my_join_request: myJoinRequest,
      });
    },

    leave: (member, id) =>
      transact(db, bus, async (trx, publish) => {
        const project = await lockProject(trx, id);
        if (!project) return fail('PROJECT_NOT_FOUND');
        if (project.creator_id === member.id)
          return fail('OWN_PROJECT', { message: 'You cannot leave your own project.' });
        const taken = await removeFromTeam(trx, project, member.id);
        if (taken === null) return fail('NOT_FOUND', { message: 'You are not a member of this project.' });
        await joinRequests.takeBack(trx, publish, project, member.id);
        await recordActivities(trx, [
          activity.asked(member.id, `You left "${project.title}"`),
          activity.people(project.creator_id, `${member.name} left "${project.title}"`),
        ]);
        const row = await findProject(trx, id);
        if (row) publish('project:updated', presentProject(row));
        return ok({ project_id: id, current_members: taken });
      }),
  };
}
