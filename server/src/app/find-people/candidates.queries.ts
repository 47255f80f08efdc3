import { peopleLimits, peopleServerLimits } from '@sangam/shared/people/limits';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isAmongBlocked, isGone, isListedIn } from '../../contact/contact.js';
import type { SharedHoursWith } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import { plannedByValue } from '../../platform/db/statements.js';

/** The conditions for listed members. The reader is never found. */
export interface Filter {
  readerId: number;
  /** Groups of spellings, in lower case: the member has a skill of each group. */
  skills: readonly (readonly string[])[];
  /** '' for all. */
  role: string;
  /** '' for all. */
  college: string;
  /** Members who are available from this day on; null for all. */
  freeFrom: string | null;
  /** Further conditions for `u`, with subqueries that name no column of it. */
  extraConditions?: readonly RawBuilder<SqlBool>[];
}

/** A found member with the facts that decide their fit. `day` is the day of their last activity, null if they hide it. */
export interface Candidate {
  id: number;
  day: string | null;
  skills: string[];
  college: string;
  about_hours: number | null;
}

/** The member after whom to continue; `day` is null for one who hides their activity. */
type After = { day: string; id: number } | { day: null; id: number };

export interface Range {
  after: After | null;
  limit: number;
  /** Spellings of skills: besides the first `limit` members, the first `limit` who have any of these are found. Null for none. */
  required: readonly string[] | null;
  /** The reader's hours, from which `about_hours` is computed. */
  hours: SharedHoursWith;
}

/**
 * The number of most recently active members to check one by one before looking facts up by day. That finds enough members with a common
 * skill; of those with a rarer one, each day has few.
 */
const RECENT_CHECKED = {
  page: { first: 300, most: 1_200 },
  candidates: { first: 800, most: 4_000 },
};
/** Members aren't spread evenly over the days. */
const RESERVE = 1.3;
/** A page and one more, to see whether there is another page. */
const PAGE = peopleServerLimits.peoplePage + 1;

/** The same as the SQL function `lower_skills`, which an index needs, but five times as fast. */
const lowerSkills = sql<string[]>`lower(u.skills::text)::text[] AS lower_skills`;

const hasSkills = ({ skills }: Filter) =>
  skills.map((spellings) => sql<SqlBool>`u.lower_skills && ${[...spellings]}::text[]`);
const takesRole = (role: string) => sql<SqlBool>`role_keys(u.takes_roles) && ARRAY[search_words(${role})]`;
/** The first condition matches an index. Members without a college don't share one. */
const isOfCollege = (college: string) =>
  sql<SqlBool>`(search_words(u.college) = search_words(${college}) AND u.college <> '')`;

/** All conditions of a filter, for rows of `users` with `lowerSkills`. */
const isFound = (filter: Filter): RawBuilder<SqlBool> => {
  const { readerId, role, college, freeFrom, extraConditions = [] } = filter;
  const conditions = [
    ...hasSkills(filter),
    sql<SqlBool>`u.id <> ${readerId}`,
    sql<SqlBool>`NOT ${isGone('u')}`,
    sql<SqlBool>`NOT ${isAmongBlocked(sql`${readerId}::int8`, sql.ref('u.id'))}`,
    ...(freeFrom === null ? [] : [sql<SqlBool>`(u.free_from IS NULL OR u.free_from <= ${freeFrom}::date)`]),
    ...extraConditions,
    ...(role === '' ? [] : [takesRole(role)]),
    ...(college === '' ? [] : [isOfCollege(college)]),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`;
};

/**
 * Returns the found members by the day of their last activity, the latest first; then those who hide it, the newest first, so that the
 * order reveals nothing about them.
 */
export async function findCandidates(db: Db, filter: Filter, range: Range): Promise<Candidate[]> {
  const { after, limit, required } = range;
  const { skills, role, college } = filter;
  const isOfAll = skills.length === 0 && role === '';
  if (isOfAll && required === null) return findAmongAll(db, filter, range);
  // Comparing many roles or colleges word by word is slow, and a day has few members of each.
  const isByDay = after?.day === null || college !== '' || (role !== '' && limit > PAGE);
  const recent = isByDay ? [] : await findAmongRecent(db, filter, { ...range, after });
  if (isFull(recent, limit)) return recent;
  if (!isOfAll || college !== '' || required === null) return findByDay(db, filter, range);
  const separateRange = { ...range, required: null };
  const found = await Promise.all([
    recent.length < limit ? findAmongAll(db, filter, separateRange) : recent,
    findByDay(db, { ...filter, skills: [required] }, separateRange),
  ]);
  return found.flat();
}

/** A candidate, and whether they have one of the required skills. */
type Row = Candidate & { covers: boolean };

/** Whether at least `limit` of these members have a required skill; then both parts of the result are complete. */
const isFull = (found: readonly Row[], limit: number): boolean => found.filter(({ covers }) => covers).length >= limit;

type Day = { day: string; id: number } | null;

const isActiveAfter = (after: Day) => sql<SqlBool>`${isListedIn('u')}
  AND NOT u.hides_activity AND ${after ? sql`(u.active_on, u.id) < (${after.day}::date, ${after.id}::int8)` : sql`true`}`;

const isHidingAfter = (beforeId: number | null) => sql<SqlBool>`${isListedIn('u')}
  AND u.hides_activity AND ${beforeId === null ? sql`true` : sql`u.id < ${beforeId}::int8`}`;

/** The order of an index. */
const byActivity = sql`u.active_on DESC, u.id DESC`;

/**
 * Returns the first of these members, and the first with a required skill, each with their facts. `members` is a query for rows of `users`.
 */
async function readFirst(
  db: Db,
  members: RawBuilder<unknown>,
  { condition, limit, required, hours }: Omit<Range, 'after'> & { condition: RawBuilder<SqlBool> },
): Promise<Row[]> {
  const covers = required === null ? sql`true` : sql`u.lower_skills && ${[...required]}::text[]`;
  const first = (condition: RawBuilder<SqlBool>) =>
    sql`(SELECT * FROM found WHERE ${condition} ORDER BY found.day DESC NULLS LAST, found.id DESC LIMIT ${limit})`;
  const { rows } = await sql<Row>`${plannedByValue}
    WITH ${hours.masks}, found AS MATERIALIZED (
      SELECT u.id, CASE WHEN u.hides_activity THEN NULL ELSE u.active_on END AS day, u.skills, u.college, ${covers} AS covers
      FROM (${members}) u WHERE ${condition})
    SELECT one.id, one.day::text AS day, one.skills, one.college, one.covers, ${hours.hoursWith(sql.ref('one.id'))} AS about_hours
    FROM (${required === null ? first(sql`true`) : sql`${first(sql`true`)} UNION ${first(sql`found.covers`)}`}) AS one
    ORDER BY one.day DESC NULLS LAST, one.id DESC`.execute(db);
  return rows;
}

/** Reads members in order: nearly all listed members, or those of the college, match, so a page soon fills. */
async function findAmongAll(db: Db, filter: Filter, range: Range): Promise<Candidate[]> {
  const { after, limit } = range;
  const inCollege = filter.college === '' ? sql`true` : isOfCollege(filter.college);
  const otherConditions = isFound({ ...filter, college: '' });
  const read = (first: RawBuilder<SqlBool>, order: RawBuilder<unknown>, most: number) =>
    readFirst(
      db,
      sql`SELECT * FROM users u WHERE ${first} AND ${inCollege} AND ${otherConditions} ORDER BY ${order} LIMIT ${most}`,
      {
        ...range,
        limit: most,
        condition: sql`true`,
      },
    );
  const active = after?.day === null ? [] : await read(isActiveAfter(after), byActivity, limit);
  if (active.length === limit) return active;
  const isHiding = isHidingAfter(after?.day === null ? after.id : null);
  return [...active, ...(await read(isHiding, sql`u.id DESC`, limit - active.length))];
}

/**
 * Returns the found members among the most recently active ones. A first part shows how far to go, or that they are too rare for this. An
 * index would instead read all members with the skill, who may be a tenth of all.
 */
async function findAmongRecent(db: Db, filter: Filter, range: Range & { after: Day }): Promise<Row[]> {
  const { limit } = range;
  const { first, most } = limit > PAGE ? RECENT_CHECKED.candidates : RECENT_CHECKED.page;
  const found = await checkRecent(db, filter, { ...range, checked: first });
  if (isFull(found, limit)) return found;
  const covering = found.filter(({ covers }) => covers).length;
  const neededCount = Math.ceil((RESERVE * first * limit) / Math.max(1, covering));
  return neededCount > most ? found : checkRecent(db, filter, { ...range, checked: neededCount });
}

/** Returns the found members among the `checked` most recently active ones. */
const checkRecent = (
  db: Db,
  filter: Filter,
  { after, checked, ...range }: Range & { after: Day; checked: number },
): Promise<Row[]> =>
  readFirst(
    db,
    sql`SELECT u.*, ${lowerSkills} FROM users u WHERE ${isActiveAfter(after)} ORDER BY ${byActivity} LIMIT ${checked}`,
    { ...range, condition: isFound(filter) },
  );

/** Groups of facts, as `facts_by_day` writes them: a found member has one fact of each group. */
const factsOf = ({ skills, role, college }: Filter): RawBuilder<string[]>[] => [
  ...skills.map((spellings) => sql<string[]>`${spellings.map((spelling) => `s${spelling}`)}::text[]`),
  ...(role === '' ? [] : [sql<string[]>`ARRAY['r' || search_words(${role})]`]),
  ...(college === '' ? [] : [sql<string[]>`ARRAY['c' || search_words(${college})]`]),
];

/** The index has each fact with the day of the last activity. A day is read only if the days before gave too few members. */
const factsByDay = sql`facts_by_day(u.skills, u.takes_roles, u.college, u.active_on, u.hides_activity)`;

/**
 * Finds members by their facts, day by day from the latest, and finally those who hide their activity. It reads only as many of them as
 * requested, and the rest of the last day.
 */
async function findByDay(db: Db, filter: Filter, { after, limit, required, hours }: Range): Promise<Candidate[]> {
  const groups = factsOf(filter);
  const covering = required === null ? null : { ...filter, skills: [...filter.skills, required] };
  // Days are numbered as in the index; 0 stands for members who hide their activity.
  const firstDay = after
    ? sql`${after.day}::date - date '2000-01-01'`
    : sql`greatest((now() AT TIME ZONE 'UTC')::date, (SELECT u.active_on FROM users u
        WHERE u.listed AND NOT u.hides_activity AND u.active_on IS NOT NULL ORDER BY ${byActivity} LIMIT 1)) - date '2000-01-01'`;
  const lastDay = sql`(now() AT TIME ZONE 'UTC')::date - ${sql.lit(peopleLimits.listedForDays)}::int - date '2000-01-01'`;
  const days =
    after?.day === null
      ? sql`SELECT 0 AS day`
      : sql`SELECT CASE WHEN step = span.length THEN 0 ELSE span.start - step END AS day
          FROM (SELECT ${firstDay} AS start, greatest(0, ${firstDay} - (${lastDay})) AS length OFFSET 0) AS span,
            generate_series(0, span.length) AS step`;
  const keys = (facts: readonly RawBuilder<string[]>[]) =>
    sql.join(
      facts.map(
        (group) => sql`${factsByDay} && ARRAY(SELECT hashtextextended(fact, days.day) FROM unnest(${group}) AS fact)`,
      ),
      sql` AND `,
    );
  const isLater =
    after === null
      ? sql`true`
      : after.day === null
        ? sql`u.id < ${after.id}::int8`
        : sql`(u.hides_activity OR (u.active_on, u.id) < (${after.day}::date, ${after.id}::int8))`;
  // The facts alone decide on roles and colleges.
  const first = (found: Filter, facts: readonly RawBuilder<string[]>[]) => sql`(
    SELECT u.id, CASE WHEN u.hides_activity THEN NULL ELSE u.active_on END AS day, u.skills, u.college
    FROM (${days}) AS days CROSS JOIN LATERAL (
      SELECT u.*, ${lowerSkills} FROM users u WHERE u.listed AND ${keys(facts)} ORDER BY u.id DESC OFFSET 0) AS u
    WHERE ${isListedIn('u')} AND ${isLater} AND ${isFound({ ...found, role: '', college: '' })} LIMIT ${limit})`;
  const { rows } = await sql<Candidate>`${plannedByValue}
    WITH ${hours.masks}
    SELECT one.id, one.day::text AS day, one.skills, one.college, ${hours.hoursWith(sql.ref('one.id'))} AS about_hours
    FROM (${first(filter, groups)}${covering === null ? sql`` : sql` UNION ${first(covering, factsOf(covering))}`}) AS one
    ORDER BY one.day DESC NULLS LAST, one.id DESC`.execute(db);
  return rows;
}
