import type { Category } from '@sangam/shared/projects/projects';
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Db } from '../../platform/db/database.js';
import { type Page, type PageRange, readPage } from '../../platform/db/page.js';
import { plannedByValue } from '../../platform/db/statements.js';
import type { Tables } from '../../platform/db/tables.js';
import { isOpen } from '../../platform/records/open-requests.queries.js';
import { isInList, isVisible, takesRequests } from '../conditions.queries.js';
import { hasFreeSeat } from '../teams/free-seats.queries.js';
import {
  isAfterStart,
  orderBy,
  orderOfRanked,
  type PageStart,
  type StoredSort,
  sortRanks,
  storedOrderOf,
} from './list-order.queries.js';
import type { ListedProjectRow, MyProjectRow } from './present.js';
import { deleted, projects } from './queries.js';
import { rankedPage, requires } from './search.queries.js';

/** A literal, not a parameter: PostgreSQL uses the partial indexes only for literals. */
const finished = sql.lit('finished' as const);

export interface ProjectsPage extends PageStart {
  /** Cleaned text, '' for all. Found projects are listed best first (R4.4). */
  search: string;
  category?: Category | undefined;
  /** Groups of spellings: the project, or a role, requires a skill of each group. */
  skills: readonly (readonly string[])[];
  /** The name of a role, '' for all. */
  role: string;
  /** Only these projects. */
  ids?: readonly number[] | undefined;
  /** Further conditions for `p`. */
  conditions?: readonly RawBuilder<SqlBool>[];
  /** Only open projects with a free seat. */
  openSeats: boolean;
  /** Only projects that were confirmed after this time. */
  activeSince?: Date | undefined;
  /** Undefined for the newest first, or with a search the best match first. */
  sort?: StoredSort | undefined;
  limit: number;
}

/**
 * Returns a page of projects, in the given order, or else newest first or, with a search, best first, with the latest request from
 * `viewerId` (null for a visitor) to each. An index finds a rare word, a scan of the newest projects a common one.
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

/** Returns only the ids and ranks of a page, in its order. */
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
 * The condition for a listed project. With a skill filter or an order, the page's ids are found first, so that a wrong estimate of the
 * number of matches doesn't decide how their creators are read.
 */
const isListed = (page: ProjectsPage, conditions: RawBuilder<SqlBool>): RawBuilder<SqlBool> => {
  const older =
    (page.after?.id ?? page.before) === undefined
      ? conditions
      : sql<SqlBool>`${conditions} AND ${isAfterStart(page, page.sort)}`;
  if (page.skills.length === 0 && page.role === '' && page.sort === undefined && page.conditions === undefined)
    return sql<SqlBool>`(${older})`;
  return sql<SqlBool>`${plannedByValue} p.id = ANY (ARRAY(
    SELECT p.id FROM projects p WHERE ${older} ORDER BY ${orderBy(page.sort)} LIMIT ${page.limit}))`;
};

const conditionsOf = ({
  ids,
  skills,
  role,
  category,
  openSeats,
  activeSince,
  sort,
  conditions = [],
}: ProjectsPage): RawBuilder<SqlBool>[] => [
  ...(ids === undefined ? [] : [sql<SqlBool>`p.id = ANY (${[...ids]}::int8[])`]),
  ...skills.map(requires),
  // Comparing roles is slow, and most projects have none.
  ...(role === ''
    ? []
    : [sql<SqlBool>`(cardinality(p.role_names) > 0 AND role_keys(p.role_names) && ARRAY[search_words(${role})])`]),
  ...(category === undefined ? [] : [sql<SqlBool>`p.category = ${category}`]),
  ...(openSeats ? [takesRequests, hasFreeSeat] : []),
  ...(sort === undefined ? [] : [takesRequests]),
  ...(activeSince === undefined ? [] : [isInList(activeSince)]),
  ...conditions,
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

/** A creator's projects, newest first, with their numbers of pending requests. `finished`: only finished ones, or all others. */
export const listCreated = (
  db: Db,
  creatorId: number,
  { finished: which, at }: { finished: 'yes' | 'no' | undefined; at: Date },
  range: PageRange,
): Promise<Page<MyProjectRow>> => {
  const counted = db
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('creator_id', '=', creatorId)
    .where('state', '<>', deleted)
    .$if(which !== undefined, (query) => query.where('state', which === 'yes' ? '=' : '<>', finished));
  const query = projects(db)
    .select((eb) => [
      eb
        .selectFrom('join_requests as r')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('r.project_id', '=', 'p.id')
        .where(isOpen('join_requests', at, 'r'))
        // A request on the waitlist counts as answered.
        .where('r.line_place', 'is', null)
        .as('pending_requests'),
      eb
        .selectFrom('interests as i')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('i.project_id', '=', 'p.id')
        .where(isOpen('interests', at, 'i'))
        .as('pending_interests'),
    ])
    .where('p.creator_id', '=', creatorId)
    .$if(which !== undefined, (query) => query.where('p.state', which === 'yes' ? '=' : '<>', finished))
    .$castTo<MyProjectRow>();
  return readPage(query, counted, { range, id: 'p.id' });
};
