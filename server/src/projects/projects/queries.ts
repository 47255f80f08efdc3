import type { ProjectState } from '@sangam/shared/projects/lifecycle';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import type { Category, ProjectFields, ProjectText } from '@sangam/shared/projects/projects';
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { areBlocked, isGone, shownEmail } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Page, type PageRange, readPage } from '../../platform/db/page.js';
import { plannedByValue } from '../../platform/db/statements.js';
import type { Tables } from '../../platform/db/tables.js';
import { hasFreeSeat } from '../teams/free-seats.queries.js';
import { rolesOfProject } from '../teams/roles.queries.js';
import {
  isAfterStart,
  isVisible,
  orderBy,
  orderOfRanked,
  type PageStart,
  type StoredSort,
  sortRanks,
  storedOrderOf,
} from './list-order.queries.js';
import type { ListedProjectRow, MyProjectRow, ProjectDetailRow, ProjectRow } from './present.js';
import { rankedPage, requires } from './search.queries.js';

/** Literals, not parameters: PostgreSQL uses the partial indexes only for literals. */
const pending = sql.lit('pending' as const);
const deleted = sql.lit('deleted' as const);
const finished = sql.lit('finished' as const);
const open = sql.lit('open' as const);

const projects = (db: Db | Trx) =>
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

export interface ProjectsPage extends PageStart {
  /** Clean text, '' for all; found projects are listed best first (R4.4). */
  search: string;
  category?: Category | undefined;
  /** Groups of spellings: one of each is required, by the project or for a role. */
  skills: readonly (readonly string[])[];
  /** The name of a role, '' for all. */
  role: string;
  /** Only these projects. */
  ids?: readonly number[] | undefined;
  /** Further conditions for `p`. */
  further?: readonly RawBuilder<SqlBool>[];
  /** Only open projects with a free seat. */
  openSeats: boolean;
  /** Only projects that were confirmed after this. */
  activeSince?: Date | undefined;
  /** Undefined for the newest first, or with a search the best match first. */
  sort?: StoredSort | undefined;
  limit: number;
}

/**
 * A page of projects, in the given order, newest first or, with a search, best first, with the latest request from `viewerId` (null for a visitor) to each.
 * The index finds a rare word, a scan of the newest projects a common one.
 */
export const listProjects = (db: Db, page: ProjectsPage, viewerId: number | null): Promise<ListedProjectRow[]> => {
  const rows = projects(db).select((eb) =>
    (viewerId === null ? sql<null>`NULL` : latestRequest(eb, viewerId)).as('my_join_request'),
  );
  const conditions = sql.join<SqlBool>([isVisible, ...conditionsOf(page)], sql` AND `);
  const sorted =
    page.search === ''
      ? rows
          .select(rankOf(page).as('rank'))
          .where(isListed(page, conditions))
          .orderBy(orderBy(page.sort))
          .limit(page.limit)
          .$castTo<ListedProjectRow>()
      : rows
          .innerJoin(rankedPage(page.search, conditions, page).as('ranked'), 'ranked.id', 'p.id')
          .select('ranked.rank')
          .where(sql<SqlBool>`${plannedByValue} true`)
          .orderBy(orderOfRanked(storedOrderOf(page)))
          .limit(page.limit)
          .$castTo<ListedProjectRow>();
  return sorted.execute();
};

const rankOf = ({ sort }: ProjectsPage): RawBuilder<number> => sortRanks[sort ?? 'newest'];

/** The ids of such a page and their ranks alone, in its order. */
export async function listRanked(db: Db, page: ProjectsPage): Promise<{ id: number; rank: number }[]> {
  const conditions = sql.join<SqlBool>([isVisible, ...conditionsOf(page)], sql` AND `);
  const ranked = sql`SELECT ranked.id, ranked.rank FROM ${rankedPage(page.search, conditions, page)} AS ranked
    ORDER BY ${orderOfRanked(storedOrderOf(page))}`;
  const sorted = sql`SELECT p.id, ${rankOf(page)} AS rank FROM projects p
    WHERE ${conditions} ORDER BY ${orderBy(page.sort)} LIMIT ${page.limit}`;
  const { rows } = await sql<{ id: number; rank: number }>`${plannedByValue} ${
    page.search === '' ? sorted : ranked
  }`.execute(db);
  return rows;
}

/**
 * The condition for a listed project. A skill filter and an order find the page's ids first, so a wrong estimate of the matches doesn't decide how
 * their creators are read.
 */
const isListed = (page: ProjectsPage, conditions: RawBuilder<SqlBool>): RawBuilder<SqlBool> => {
  const older =
    (page.after?.id ?? page.before) === undefined
      ? conditions
      : sql<SqlBool>`${conditions} AND ${isAfterStart(page, page.sort)}`;
  if (page.skills.length === 0 && page.role === '' && page.sort === undefined && page.further === undefined)
    return sql<SqlBool>`(${older})`;
  return sql<SqlBool>`${plannedByValue} p.id IN (
    SELECT p.id FROM projects p WHERE ${older} ORDER BY ${orderBy(page.sort)} LIMIT ${page.limit})`;
};

const hasOpenSeat = sql<SqlBool>`p.state = ${open} AND ${hasFreeSeat} AND p.seeks_creator_until IS NULL`;

/** The first condition is that of an index. */
const isActive = (since: Date) =>
  sql<SqlBool>`p.may_be_listed AND p.confirmed_at > ${since} AND p.seeks_creator_until IS NULL`;

const conditionsOf = ({
  ids,
  skills,
  role,
  category,
  openSeats,
  activeSince,
  sort,
  further = [],
}: ProjectsPage): RawBuilder<SqlBool>[] => [
  ...(ids === undefined ? [] : [sql<SqlBool>`p.id = ANY (${[...ids]}::int8[])`]),
  ...skills.map(requires),
  // The first condition is that of an index.
  ...(role === ''
    ? []
    : [sql<SqlBool>`(p.role_names <> '{}' AND role_keys(p.role_names) && ARRAY[search_words(${role})])`]),
  ...(category === undefined ? [] : [sql<SqlBool>`p.category = ${category}`]),
  ...(openSeats ? [hasOpenSeat] : []),
  ...(sort === undefined ? [] : [sql<SqlBool>`p.state = ${open} AND p.seeks_creator_until IS NULL`]),
  ...(activeSince === undefined ? [] : [isActive(activeSince)]),
  ...further,
];

const latestRequest = (eb: ExpressionBuilder<Tables & { p: Tables['projects'] }, 'p'>, userId: number) =>
  eb
    .selectFrom('join_requests as r')
    .select((row) =>
      jsonBuildObject({
        id: row.ref('r.id'),
        status: row.ref('r.status'),
        created_at: row.ref('r.created_at'),
        decided_at: row.ref('r.decided_at'),
        ask_again_at: row.ref('r.ask_again_at'),
      }).as('request'),
    )
    .whereRef('r.project_id', '=', 'p.id')
    .where('r.requester_id', '=', userId)
    .orderBy('r.id', 'desc')
    .limit(1);

/** A creator's projects, newest first, with their numbers of pending requests. `which`: only finished ones, or all others. */
export const listCreated = (
  db: Db,
  creatorId: number,
  which: 'yes' | 'no' | undefined,
  range: PageRange,
): Promise<Page<MyProjectRow>> => {
  const counted = db
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('creator_id', '=', creatorId)
    .where('state', '<>', deleted)
    .$if(which !== undefined, (all) => all.where('state', which === 'yes' ? '=' : '<>', finished));
  const query = projects(db)
    .select((eb) => [
      eb
        .selectFrom('join_requests as r')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('r.project_id', '=', 'p.id')
        .where('r.status', '=', pending)
        // A request on the waitlist was answered.
        .where('r.line_place', 'is', null)
        .as('pending_requests'),
      eb
        .selectFrom('interests as i')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('i.project_id', '=', 'p.id')
        .where('i.status', '=', pending)
        .as('pending_interests'),
    ])
    .where('p.creator_id', '=', creatorId)
    .$if(which !== undefined, (all) => all.where('p.state', which === 'yes' ? '=' : '<>', finished))
    .$castTo<MyProjectRow>();
  return readPage(query, counted, { range, id: 'p.id' });
};

export const findProject = (trx: Trx, id: number): Promise<ProjectRow> =>
  projects(trx).where('p.id', '=', id).executeTakeFirstOrThrow();

/** A deleted project, of which the row and the title remain. */
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

/** How long the current creator took to answer the last requests; null for each unanswered one. */
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
 * Inserts a project with its creator as the first member of its team. Returns its id; null if its creator has created one with the
 * same key.
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

/** Sets the deadline for the project's team to take it over; null once it has a creator again. */
export const setSeeksCreator = async (trx: Trx, id: number, seeks_creator_until: Date | null): Promise<void> => {
  await trx.updateTable('projects').set({ seeks_creator_until }).where('id', '=', id).execute();
};

/**
 * The project's requests follow by their foreign key. A project that was hidden with its suspended creator is visible again, and one that
 * was hidden for itself stays hidden.
 */
export const setCreator = async (trx: Trx, id: number, creator_id: number): Promise<void> => {
  await trx
    .updateTable('projects')
    .set((row) => ({
      creator_id,
      // Given by another member.
      client_id: null,
      hidden_at: row.case().when('hidden_with_creator', '=', false).then(row.ref('hidden_at')).else(null).end(),
      hidden_with_creator: false,
    }))
    .where('id', '=', id)
    .execute();
};

/** Without the roles, of which requests name some. */
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
