import type { ProjectRole, ProjectState } from '@sangam/shared/projects/lifecycle';
import type { TeamMember } from '@sangam/shared/projects/projects';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import { type Fail, fail } from '../../platform/lib/result.js';
import { recordTeamEvent } from './team-events.queries.js';

/** A project whose row this transaction has locked. */
export interface LockedProject {
  id: number;
  title: string;
  creator_id: number;
  max_members: number;
  member_count: number;
  state: ProjectState;
  answer_days: number;
  questions: string[];
  may_be_listed: boolean;
  /** When a moderator hid it; null for nearly all projects. */
  hidden_at: Date | null;
  /** The title outside its team while it is hidden, otherwise null. */
  title_outside: string | null;
  /** The deadline for the team to accept the project of a creator who deleted their account; null for nearly all projects. */
  seeks_creator_until: Date | null;
  /** When the project was finished; null if it isn't, or was before this time was stored. */
  finished_at: Date | null;
}

/** A change to a locked project: its transaction and its time. */
export interface ProjectChange {
  trx: Trx;
  publish: Publish;
  project: LockedProject;
  at: Date;
}

/** Returns the member's role in the locked project. Determined under the lock, which may have waited for a transfer. */
export const roleIn = (
  { creator_id }: Pick<LockedProject, 'creator_id'>,
  memberId: number,
): Extract<ProjectRole, 'creator' | 'other'> => (creator_id === memberId ? 'creator' : 'other');

/**
 * Locks a project's row; undefined for a deleted project. Every action on a project takes this lock first, so no two change it at the same
 * time. `FOR NO KEY UPDATE` still allows inserts of rows that refer to the project.
 */
export const lockProject = (trx: Trx, id: number): Promise<LockedProject | undefined> =>
  trx
    .selectFrom('projects')
    .select([
      'id',
      'title',
      'creator_id',
      'max_members',
      'member_count',
      'state',
      'answer_days',
      'questions',
      'may_be_listed',
      'hidden_at',
      'title_outside',
      'seeks_creator_until',
      'finished_at',
    ])
    .where('id', '=', id)
    .where('state', '<>', 'deleted')
    .forNoKeyUpdate()
    .$narrowType<{ state: ProjectState }>()
    .executeTakeFirst();

/** Returns the team: the creator first, then the others in the order of joining. Show the skills only to the creator. */
export const listTeam = async (db: Db | Trx, projectId: number): Promise<(TeamMember & { skills: string[] })[]> => {
  const rows = await db
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .leftJoin('project_roles as o', 'o.id', 'm.role_id')
    .select(['u.id', 'u.name', 'u.skills', 'm.role_id', 'o.name as role_name'])
    .where('m.project_id', '=', projectId)
    .orderBy(sql`m.user_id <> p.creator_id`)
    .orderBy('m.joined_at')
    .orderBy('m.user_id')
    .execute();
  return rows.map(({ role_id, role_name, ...member }) => ({ ...member, ...presentRole({ role_id, role_name }) }));
};

/** The fields for the role of a seat or a request; none without a role. */
export const presentRole = ({ role_id, role_name }: { role_id: number | null; role_name: string | null }) =>
  role_id === null || role_name === null ? {} : { role_id, role_name };

/** Returns the number of taken seats; undefined for a deleted or hidden project. */
export const countSeatsShown = async (db: Db, projectId: number): Promise<number | undefined> => {
  const notDeleted = db.selectFrom('projects').select('member_count').where('state', '<>', 'deleted');
  const project = await notDeleted.where('hidden_at', 'is', null).where('id', '=', projectId).executeTakeFirst();
  return project?.member_count;
};

export const hasSeat = async (trx: Db | Trx, projectId: number, userId: number): Promise<boolean> => {
  const found = trx.selectFrom('project_members').select('user_id');
  return (
    (await found.where('project_id', '=', projectId).where('user_id', '=', userId).executeTakeFirst()) !== undefined
  );
};

/** Like `lockProject`, for an action of this member: also undefined for a hidden project of whose team they aren't a member. */
export async function lockProjectFor(trx: Trx, id: number, userId: number): Promise<LockedProject | undefined> {
  const project = await lockProject(trx, id);
  const isHidden = project !== undefined && project.hidden_at !== null && !(await hasSeat(trx, id, userId));
  return isHidden ? undefined : project;
}

/** Returns a member of the team; undefined for anybody else. */
export const findMember = (trx: Trx, projectId: number, userId: number): Promise<TeamMember | undefined> =>
  trx
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.name'])
    .where('m.project_id', '=', projectId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst();

/**
 * Gives the member a seat of a role, or without a role (null), and returns the number of taken seats. Such a seat must be free. A trigger
 * creates the team's conversation or adds the member to it (migration 0160).
 */
export const giveSeat = async (change: ProjectChange, userId: number, role_id: number | null): Promise<number> => {
  const { trx, project } = change;
  const last = sql`(SELECT max(joined_at) FROM project_members WHERE project_id = ${project.id})`;
  // Keeps the order of joining even if the clock was set back.
  const joined_at = sql<Date>`greatest(now(), ${last})`;
  await trx
    .insertInto('project_members')
    .values({ project_id: project.id, user_id: userId, role_id, joined_at })
    .execute();
  await recordTeamEvent(change, 'joined', { userId });
  return changeSeatsTaken(trx, project.id, 1);
};

/**
 * Frees the member's seat and returns the number of taken seats; null if they had none. The member loses access to the team's conversation
 * and, if it is hidden, to the project.
 */
export const freeSeat = async (
  change: ProjectChange,
  userId: number,
  cause: 'left' | 'removed' | 'gone',
): Promise<number | null> => {
  const { trx, publish, project } = change;
  const { numDeletedRows } = await trx
    .deleteFrom('project_members')
    .where('project_id', '=', project.id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return null;
  await recordTeamEvent(change, cause, { userId });
  const { id, title_outside, creator_id } = project;
  if (title_outside !== null)
    publish('project:lost', { user_id: userId, deleted: { id, title: title_outside, creator_id } });
  return changeSeatsTaken(trx, id, -1);
};

const changeSeatsTaken = async (trx: Trx, projectId: number, by: 1 | -1): Promise<number> => {
  const { member_count } = await trx
    .updateTable('projects')
    .set((eb) => ({ member_count: eb('member_count', '+', by) }))
    .where('id', '=', projectId)
    .returning('member_count')
    .executeTakeFirstOrThrow();
  return member_count;
};

/** PROJECT_FULL, naming the role that has no free seat; other seats of the project may be free. */
export const fullFor = (roleName: string | undefined): Fail =>
  roleName === undefined
    ? fail('PROJECT_FULL')
    : fail('PROJECT_FULL', { message: `No seat is free for the role “${roleName}”.` });
