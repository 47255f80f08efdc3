import { peopleServerLimits } from '@sangam/shared/people/limits';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isAmongBlocked, isGone, isListedIn } from '../../contact/contact.js';
import type { Db } from '../../platform/db/database.js';
import { plannedByValue } from '../../platform/db/statements.js';

/** Which listed members are found. */
export interface Filter {
  readerId: number;
  /** Groups of spellings, in lower case: the member has one of each. */
  skills: readonly (readonly string[])[];
  /** '' for all. */
  role: string;
  /** '' for all. */
  college: string;
  /** Members who have time from this day on; null for all. */
  freeFrom: string | null;
  /** Further conditions for `u`, with subqueries that name no column of it. */
  further?: readonly RawBuilder<SqlBool>[];
}

/** A found member: `day` is that of the last activity, null if it is hidden. */
export interface Candidate {
  id: number;
  day: string | null;
}

/** Where to go on: after a member who was active on a day, or among those who hide it. */
export type After = { day: string; id: number } | { day: null; id: number };

/**
 * So many of the last active members are looked at one by one before an index is asked. A common skill is among them often enough; a rare
 * one is found by the index, which has few members for it.
 */
const WALKED = {
  page: { first: 500, most: 1_600 },
  candidates: { first: 3 * peopleServerLimits.fitCandidatesMax, most: 8_000 },
};
/** Members aren't spread evenly over the days. */
const RESERVE = 1.3;

const lowerSkills = sql<string[]>`lower_skills(u.skills)`;

/** The first conditions are those of partial indexes. */
const byIndex = ({ skills, role, college }: Filter, own = lowerSkills): RawBuilder<SqlBool>[] => [
  ...skills.map((spellings) => sql<SqlBool>`${own} && ${[...spellings]}::text[]`),
  ...(role === ''
    ? []
    : [sql<SqlBool>`(u.takes_roles <> '{}' AND role_keys(u.takes_roles) && ARRAY[search_words(${role})])`]),
  ...(college === '' ? [] : [sql<SqlBool>`search_words(u.college) = search_words(${college})`]),
];

const isFound = (filter: Filter, own = lowerSkills): RawBuilder<SqlBool> => {
  const { readerId, freeFrom, further = [] } = filter;
  const conditions = [
    ...byIndex(filter, own),
    sql<SqlBool>`u.id <> ${readerId}`,
    sql<SqlBool>`NOT ${isGone('u')}`,
    sql<SqlBool>`NOT ${isAmongBlocked(sql`${readerId}::int8`, sql.ref('u.id'))}`,
    ...(freeFrom === null ? [] : [sql<SqlBool>`(u.free_from IS NULL OR u.free_from <= ${freeFrom}::date)`]),
    ...further,
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`;
};

/**
 * Found members by the day of their last activity, the latest first; then those who hide it, the newest first, so that the order reveals
 * nothing about them.
 */
export async function findCandidates(
  db: Db,
  filter: Filter,
  { after, limit }: { after: After | null; limit: number },
): Promise<Candidate[]> {
  if (byIndex(filter).length > 0) {
    // A college is rare, and comparing its words is slow.
    const isRare = filter.college !== '' || after?.day === null;
    const walked = isRare ? null : await walkFar(db, filter, after, limit);
    return walked ?? matchByIndex(db, filter, after, limit);
  }
  const active = after?.day === null ? [] : await readActive(db, filter, after, limit);
  if (active.length === limit) return active;
  const hiding = await readHiding(db, filter, after?.day === null ? after.id : null, limit - active.length);
  return [...active, ...hiding];
}

const isActiveAfter = (after: { day: string; id: number } | null) => sql<SqlBool>`${isListedIn('u')}
  AND NOT u.hides_activity AND ${after ? sql`(u.active_on, u.id) < (${after.day}::date, ${after.id}::int8)` : sql`true`}`;

type Day = { day: string; id: number } | null;

/**
 * As many as asked for, among the last active members; null if they are too rare there. A first part tells how far to go: an index
 * would read all members with a skill that a tenth of them has.
 */
async function walkFar(db: Db, filter: Filter, after: Day, limit: number): Promise<Candidate[] | null> {
  const { first, most } = limit > peopleServerLimits.peoplePage + 1 ? WALKED.candidates : WALKED.page;
  const found = await walkActive(db, filter, { after, walked: first, limit });
  if (found.length === limit) return found;
  const enough = Math.ceil((RESERVE * first * limit) / Math.max(1, found.length));
  if (enough > most) return null;
  const all = await walkActive(db, filter, { after, walked: most, limit });
  return all.length === limit ? all : null;
}

/** Found members among so many of the last active ones. Their skills are read once, however many are compared. */
async function walkActive(
  db: Db,
  filter: Filter,
  { after, walked, limit }: { after: Day; walked: number; limit: number },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`${plannedByValue}
    SELECT u.id, u.active_on::text AS day FROM (
      SELECT * FROM users u WHERE ${isActiveAfter(after)} ORDER BY u.active_on DESC, u.id DESC LIMIT ${sql.lit(walked)}
    ) u CROSS JOIN LATERAL (SELECT ${lowerSkills} AS skills OFFSET 0) AS own
    WHERE ${isFound(filter, sql.ref('own.skills'))} ORDER BY u.active_on DESC, u.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** All found members by the index of a filter. Materialized, so that the planner doesn't go through all members in their order instead. */
async function matchByIndex(db: Db, filter: Filter, after: After | null, limit: number): Promise<Candidate[]> {
  const later = after
    ? sql`(coalesce(matched.day, '-infinity'), matched.id) < (coalesce(${after.day}::date, '-infinity'), ${after.id}::int8)`
    : sql`true`;
  const { rows } = await sql<Candidate>`${plannedByValue}
    WITH matched AS MATERIALIZED (
      SELECT u.id, CASE WHEN u.hides_activity THEN NULL ELSE u.active_on END AS day FROM users u
      WHERE ${isListedIn('u')} AND ${isFound(filter)})
    SELECT matched.id, matched.day::text AS day FROM matched WHERE ${later}
    ORDER BY matched.day DESC NULLS LAST, matched.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

async function readActive(db: Db, filter: Filter, after: Day, limit: number): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`${plannedByValue}
    SELECT u.id, u.active_on::text AS day FROM users u WHERE ${isActiveAfter(after)} AND ${isFound(filter)}
    ORDER BY u.active_on DESC, u.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

async function readHiding(db: Db, filter: Filter, beforeId: number | null, limit: number): Promise<Candidate[]> {
  const isAfter = beforeId === null ? sql`true` : sql`u.id < ${beforeId}::int8`;
  const { rows } = await sql<Candidate>`${plannedByValue}
    SELECT u.id, NULL AS day FROM users u
    WHERE ${isListedIn('u')} AND u.hides_activity AND ${isAfter} AND ${isFound(filter)}
    ORDER BY u.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
