import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import type { ProjectsAnswer } from '@sangam/shared/app/project-pages';
import type { FieldError } from '@sangam/shared/core/field-errors';
import { isBlank } from '@sangam/shared/core/text';
import { cleanSkills } from '@sangam/shared/people/profile';
import { refusalOf } from '@sangam/shared/projects/lifecycle';
import { projectLimits } from '@sangam/shared/projects/limits';
import { neededSkills } from '@sangam/shared/projects/needed-skills';
import type {
  Project,
  ProjectBody,
  ProjectDetail,
  ProjectEditBody,
  ProjectFields,
  ProjectsQuery,
} from '@sangam/shared/projects/projects';
import { cleanQuestions } from '@sangam/shared/projects/questions';
import { type CleanRole, cleanRoles, faultsOfRoleEdit, faultsOfRoles } from '@sangam/shared/projects/roles';
import { transactAs } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { ActDeps, Publish } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import type { OpenWaitlist, ProjectHooks } from '../hooks.js';
import { addNewProject } from '../skills/notify-followers.js';
import { listRoles, saveRoles } from '../teams/roles.queries.js';
import { recordTeamEvent } from '../teams/team-events.queries.js';
import { type LockedProject, listTeam, lockProjectFor, type ProjectChange, roleIn } from '../teams/teams.js';
import { listPage } from './list-page.js';
import { listCreated } from './list-page.queries.js';
import { addListingEnd, confirmProject } from './listing.js';
import { presentMyProject, presentProject, presentProjectDetail } from './present.js';
import { findProject, findProjectByKey, findProjectDetail, insertProject, updateProject } from './queries.js';

type Mine = 'GET /api/projects/mine';

export interface ProjectsService {
  /** Returns a page of projects. A member (null for a visitor) gets their own request to each. INVALID for a cursor of another order. */
  list(viewer: Member | null, query: ProjectsQuery): Promise<Result<ProjectsAnswer['data']>>;
  /** The projects that the member has created, newest first. */
  mine(userId: number, query: CallQuery<Mine>): Promise<CallAnswer<Mine>['data']>;
  /** Creates a project, or returns the one that the creator has already created with the same key. */
  create(creator: Member, body: ProjectBody, key: string | undefined): Promise<Result<Project>>;
  /**
   * Changes only the fields in the body, so two tabs that edit different fields at once don't undo each other's changes. FORBIDDEN for
   * everybody but the creator, INVALID for fewer seats than are taken or offered, of the project or of a role, ROLES_CHANGED.
   */
  edit(member: Member, id: number, body: ProjectEditBody): Promise<Result<Project>>;
  /** Returns a project as a member or a visitor (null) sees it: only members see its creator's email address. PROJECT_NOT_FOUND. */
  find(
    from: Db | Trx,
    viewer: Member | null,
    id: number,
  ): Promise<Result<{ project: ProjectDetail; is_member: boolean }>>;
}

type Hooks = Pick<ProjectHooks, 'openWaitlist' | 'listInvolved'>;

export function createProjectsService(deps: ActDeps & { hooks: Hooks }): ProjectsService {
  const { db, bus, clock, hooks } = deps;
  return {
    list: (viewer, query) => listPage(db, viewer, query, clock.nowMs()),

    async mine(userId, { finished, before, limit = projectLimits.projectsPage }) {
      const { rows, ...page } = await listCreated(db, userId, { finished, at: clock.now() }, { before, limit });
      return { projects: rows.map(presentMyProject), ...page };
    },

    async create(creator, body, key) {
      const checked = checkProject(body);
      if (!checked.ok) return checked;
      return transactAs({ db, bus, userId: creator.id }, async (trx, publish) => {
        const confirmed_at = clock.now();
        const { roles, ...fields } = checked.value;
        const creation = { creator_id: creator.id, client_id: key ?? null };
        const id = await insertProject(trx, { ...fields, ...creation, confirmed_at });
        if (id === null) return ok(presentProject(await findProjectByKey(trx, creation)));
        if (roles.length > 0) await saveRoles(trx, id, roles, confirmed_at);
        await addListingEnd(trx, publish, id, confirmed_at);
        await recordActivities(trx, [activity('project:created', creator.id, { project_id: id })]);
        const project = presentProject(await findProject(trx, id));
        if (neededSkills(project).length > 0) await addNewProject(trx, publish, confirmed_at);
        publish('project:created', project);
        return ok(project);
      });
    },

    async edit(member, id, body) {
      const checked = checkEdit(body);
      if (!checked.ok) return checked;
      const { roles, ...fields } = checked.value;
      return transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
        const project = await lockProjectFor(trx, id, member.id);
        if (!project) return fail('PROJECT_NOT_FOUND');
        const refusal = refusalOf('edit', roleIn(project, member.id), project.state);
        if (refusal !== null) return fail(refusal);
        const at = clock.now();
        const seats = await checkSeats({ trx, publish, project, at }, checked.value, hooks);
        if (!seats.ok) return seats;
        if (Object.keys(fields).length > 0) await updateProject(trx, id, fields);
        if (roles !== undefined) await saveRoles(trx, id, roles, at);
        if (fields.title !== undefined && fields.title !== project.title)
          await recordTeamEvent({ trx, publish, project, at }, 'renamed', { word: fields.title });
        await confirmProject(trx, publish, project, at);
        await seats.value?.settle();
        return ok(await publishEdit({ trx, publish }, id, hooks, at));
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

/** Publishes the project as this transaction has changed it, and returns it. Only its team gets the update of a hidden project. */
export async function publishUpdate(trx: Trx, publish: Publish, id: number): Promise<Project> {
  const project = presentProject(await findProject(trx, id));
  if (project.hidden) {
    publish('project:updated-for', { project, member_ids: idsOf(await listTeam(trx, id)) });
  } else publish('project:updated', project);
  return project;
}

/** The same for a project that is finished or no longer is, which its team's lists show wherever they are. */
export async function publishToTeam(trx: Trx, publish: Publish, id: number): Promise<Project> {
  const project = await publishUpdate(trx, publish, id);
  if (!project.hidden) publish('project:updated-for', { project, member_ids: idsOf(await listTeam(trx, id)) });
  return project;
}

/** The same for an edited project, whose title and roles show wherever requests to join it do. */
async function publishEdit(
  { trx, publish }: { trx: Trx; publish: Publish },
  id: number,
  hooks: Hooks,
  at: Date,
): Promise<Project> {
  const project = await publishUpdate(trx, publish, id);
  if (project.hidden) return project;
  publish('project:updated-for', { project, member_ids: await hooks.listInvolved(trx, id, at) });
  return project;
}

/** Publishes that a moderator has hidden the project: the team gets the update, other viewers a deletion. */
export async function publishHidden(trx: Trx, publish: Publish, project: LockedProject): Promise<void> {
  const { id, title, creator_id } = project;
  const team_ids = idsOf(await listTeam(trx, id));
  publish('project:hidden', { deleted: { id, title, creator_id }, team_ids });
  await publishUpdate(trx, publish, id);
}

/** Checks a new project beyond its schema, with each error at its field (R4.1 to R4.3). */
function checkProject(body: ProjectBody): Result<ProjectFields & { roles: CleanRole[] }> {
  const max_members = body.max_members ?? projectLimits.membersDefault;
  const roles = cleanRoles(body.roles ?? []);
  const faults = [...blanksOf(body), ...faultsOfRoles(roles, max_members)];
  if (faults.length > 0) return invalid(faults);
  return ok({
    title: body.title,
    description: body.description,
    category: body.category,
    required_skills: cleanSkills(body.required_skills ?? []),
    timeline: cleanTimeline(body.timeline),
    max_members,
    answer_days: body.answer_days ?? projectLimits.answerDaysDefault,
    questions: cleanQuestions(body.questions ?? []),
    roles,
  });
}

/** Checks the fields in an edit, like `checkProject`. */
function checkEdit({
  required_skills,
  timeline,
  questions,
  roles,
  ...otherFields
}: ProjectEditBody): Result<Partial<ProjectFields> & { roles?: CleanRole[] }> {
  const faults = blanksOf(otherFields);
  if (faults.length > 0) return invalid(faults);
  return ok({
    ...otherFields,
    ...(required_skills === undefined ? {} : { required_skills: cleanSkills(required_skills) }),
    ...(timeline === undefined ? {} : { timeline: cleanTimeline(timeline) }),
    ...(questions === undefined ? {} : { questions: cleanQuestions(questions) }),
    ...(roles === undefined ? {} : { roles: cleanRoles(roles) }),
  });
}

/**
 * Checks an edit of the locked project's seats or roles against the seats in use. Returns its waitlist, to be settled after the edit; null
 * if it changes neither. ROLES_CHANGED for a role that the project no longer has.
 */
async function checkSeats(
  change: ProjectChange,
  { max_members, roles }: { max_members?: number; roles?: CleanRole[] },
  hooks: Pick<ProjectHooks, 'openWaitlist'>,
): Promise<Result<OpenWaitlist | null>> {
  if (max_members === undefined && roles === undefined) return ok(null);
  const { trx, project } = change;
  const before = await listRoles(trx, project.id);
  if (roles?.some(({ id }) => id !== undefined && !before.some((role) => role.id === id))) return fail('ROLES_CHANGED');
  const removed = roles === undefined ? [] : idsOf(before).filter((id) => !roles.some((role) => role.id === id));
  const waitlist = await hooks.openWaitlist(change, removed);
  const held = waitlist.held.length;
  const seatsInUse = project.member_count + held;
  if (max_members !== undefined && max_members < seatsInUse)
    return invalid([
      {
        field: 'max_members',
        message: `${seatsInUse} seats are ${held > 0 ? 'taken or offered' : 'taken'}. Max members can’t be fewer.`,
      },
    ]);
  const used = (roleId: number | null) => {
    const takenInRoles = before.reduce((sum, role) => sum + role.taken, 0);
    const takenHere =
      roleId === null ? project.member_count - takenInRoles : before.find(({ id }) => id === roleId)?.taken;
    return (takenHere ?? 0) + waitlist.held.filter((heldRoleId) => heldRoleId === roleId).length;
  };
  const edit = { roles: roles ?? before, before, maxMembers: max_members ?? project.max_members };
  const faults = faultsOfRoleEdit(edit, used, roles === undefined ? 'max_members' : 'roles');
  return faults.length > 0 ? invalid(faults) : ok(waitlist);
}

const idsOf = (roles: readonly { id: number }[]): number[] => roles.map(({ id }) => id);

const blanksOf = ({ title, description }: ProjectEditBody): FieldError[] => {
  const faults: FieldError[] = [];
  if (title !== undefined && isBlank(title)) faults.push({ field: 'title', message: 'Title is required' });
  if (description !== undefined && isBlank(description))
    faults.push({ field: 'description', message: 'Description is required' });
  return faults;
};

const cleanTimeline = (timeline: string | null | undefined): string | null =>
  timeline === undefined || timeline === null || isBlank(timeline) ? null : timeline;
