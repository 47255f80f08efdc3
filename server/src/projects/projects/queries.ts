import type { ProjectState } from '@sangam/shared/projects/lifecycle';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import type { ProjectFields, ProjectText } from '@sangam/shared/projects/projects';
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { areBlocked, isGone, shownEmail } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import { rolesOfProject } from '../teams/roles.queries.js';
import type { ProjectDetailRow, ProjectRow } from './present.js';

/** A literal, not a parameter: PostgreSQL uses the partial indexes only for literals. */
export const deleted = sql.lit('deleted' as const);

/** Projects that aren't deleted, as `p`, with their creators as `u`. */
export const projects = (db: Db | Trx) =>
  db
    .selectFrom('projects as p')
    .innerJoin('users as u', 'u.id', 'p.creator_id')
    .select([
      'p.id',
      'p.title',
      'p.description',
      'p.category',
      'p.required_skills',
      'p.timeline',
      'p.max_members',
      'p.member_count',
      'p.offered_seats',
      'p.state',
      'p.answer_days',
      'p.questions',
      'p.creator_id',
      'u.name as creator_name',
      'p.created_at',
      'p.confirmed_at',
      'p.hidden_at',
      'p.seeks_creator_until',
      'p.finished_at',
      rolesOfProject.as('roles'),
      sql<boolean>`${isGone('u')}`.as('creator_gone'),
    ])
    .where('p.state', '<>', deleted)
    .$narrowType<{ state: ProjectState }>();

export const findProject = (trx: Trx, id: number): Promise<ProjectRow> =>
  projects(trx).where('p.id', '=', id).executeTakeFirstOrThrow();

/** Finds a deleted project, of which the row and the title remain. */
export const findDeleted = (db: Db, id: number) =>
  db
    .selectFrom('projects')
    .select(['id', 'title', 'creator_id'])
    .where('id', '=', id)
    .where('state', '=', deleted)
    .executeTakeFirst();

export const findProjects = (db: Db, ids: readonly number[]): Promise<ProjectRow[]> =>
  projects(db).where('p.id', 'in', ids).execute();

/** One project with its creator's card, and whether `viewerId` (null for a visitor) is in its team. */
export const findProjectDetail = (
  db: Db | Trx,
  id: number,
  viewerId: number | null,
): Promise<(ProjectDetailRow & { is_member: SqlBool }) | undefined> =>
  projects(db)
    .select(['u.college as creator_college'])
    .select(shownEmail(sql`${viewerId ?? 0}::int8`, sql.ref('p.creator_id'), sql.ref('u.email')).as('creator_email'))
    .select([
      'u.skills as creator_skills',
      'u.github_link as creator_github',
      sql<boolean>`(${isGone('u')} OR ${areBlocked(sql`${viewerId ?? 0}::int8`, sql.ref('p.creator_id'))})`.as(
        'hides_creator',
      ),
    ])
    .select((eb) => isInTeam(eb, viewerId).as('is_member'))
    .select(lastAnswers.as('answers_took_ms'))
    .where('p.id', '=', id)
    .executeTakeFirst();

/** How long the current creator took to answer each of the last requests; null for an unanswered request. */
const lastAnswers = sql<(number | null)[] | null>`(
  SELECT json_agg(took_ms) FROM (
    SELECT took_ms FROM request_answers a WHERE a.project_id = p.id AND a.creator_id = p.creator_id
    ORDER BY ended_at DESC, request_id DESC LIMIT ${sql.lit(projectServerLimits.answersCounted)}
  ) last)`;

const isInTeam = (eb: ExpressionBuilder<Tables & { p: Tables['projects'] }, 'p'>, userId: number | null) =>
  eb.exists(
    eb
      .selectFrom('project_members as m')
      .select('m.user_id')
      .whereRef('m.project_id', '=', 'p.id')
      .where('m.user_id', '=', userId ?? 0),
  );

export const updateProject = async (trx: Trx, id: number, fields: Partial<ProjectFields>): Promise<void> => {
  await trx.updateTable('projects').set(fields).where('id', '=', id).execute();
};

/** The key by which a creator created a project, if their client gave one. */
interface ProjectKey {
  creator_id: number;
  client_id: string | null;
}

/**
 * Inserts a project with its creator as the first member of its team. Returns its id; null if the creator has already created a project
 * with this key.
 */
export const insertProject = async (
  trx: Trx,
  project: ProjectFields & ProjectKey & { confirmed_at: Date },
): Promise<number | null> => {
  const row = await trx
    .insertInto('projects')
    .values(project)
    .onConflict((conflict) =>
      conflict.columns(['creator_id', 'client_id']).where('client_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return null;
  await trx.insertInto('project_members').values({ project_id: row.id, user_id: project.creator_id }).execute();
  return row.id;
};

export const findProjectByKey = async (trx: Trx, { creator_id, client_id }: ProjectKey) => {
  const { id } = await trx
    .selectFrom('projects')
    .select('id')
    .where('creator_id', '=', creator_id)
    .where('client_id', '=', client_id)
    .executeTakeFirstOrThrow();
  return findProject(trx, id);
};

export const setState = async (trx: Trx, id: number, state: ProjectState, at: Date): Promise<void> => {
  await trx
    .updateTable('projects')
    .set({ state, finished_at: state === 'finished' ? at : null })
    .where('id', '=', id)
    .execute();
};

/** Sets the deadline for the team to accept the project; null once it has a creator again. */
export const setSeeksCreator = async (trx: Trx, id: number, seeks_creator_until: Date | null): Promise<void> => {
  await trx.updateTable('projects').set({ seeks_creator_until }).where('id', '=', id).execute();
};

/**
 * Changes the creator of the project, and through a foreign key of its requests. A project that was hidden together with its suspended
 * creator becomes visible again; a project that was itself hidden stays hidden.
 */
export const setCreator = async (trx: Trx, id: number, creator_id: number): Promise<void> => {
  await trx
    .updateTable('projects')
    .set((row) => ({
      creator_id,
      // The key was chosen by the former creator.
      client_id: null,
      hidden_at: row.case().when('hidden_with_creator', '=', false).then(row.ref('hidden_at')).else(null).end(),
      hidden_with_creator: false,
    }))
    .where('id', '=', id)
    .execute();
};

/** Roles aren't included, since requests refer to them. */
const noTexts = { description: '', required_skills: [], timeline: null, questions: [] } satisfies Record<
  Exclude<ProjectText, 'title' | 'roles'>,
  unknown
>;

/** Keeps only the project's row and title, which requests and activities name. */
export const eraseProject = async (trx: Trx, id: number): Promise<void> => {
  await trx
    .updateTable('projects')
    .set({ state: 'deleted', client_id: null, ...noTexts })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('project_members').where('project_id', '=', id).execute();
};

export const setConfirmed = async (trx: Trx, id: number, confirmed_at: Date): Promise<void> => {
  await trx.updateTable('projects').set({ confirmed_at, may_be_listed: true }).where('id', '=', id).execute();
};

export const findConfirmedAt = async (trx: Trx, id: number): Promise<Date> =>
  (await trx.selectFrom('projects').select('confirmed_at').where('id', '=', id).executeTakeFirstOrThrow()).confirmed_at;

export const endListing = async (trx: Trx, id: number): Promise<void> => {
  await trx.updateTable('projects').set({ may_be_listed: false }).where('id', '=', id).execute();
};
