import { peopleServerLimits } from '@sangam/shared/people/limits';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isAmongBlocked, isGone, isListedIn } from '../../contact/contact.js';
import type { SharedHoursWith } from '../../people/people.js';
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

/** A found member with the facts of a fit. `day` is that of the last activity, null if it is hidden. */
export interface Candidate {
  id: number;
  day: string | null;
  skills: string[];
  college: string;
  about_hours: number | null;
}

/** Where to go on: after a member who was active on a day, or among those who hide it. */
type After = { day: string; id: number } | { day: null; id: number };

export interface Range {
  after: After | null;
  limit: number;
  /** Spellings of skills: as many members who have one of them are found as well. Null for none. */
  required: readonly string[] | null;
  /** Of the reader, for the facts. */
  hours: SharedHoursWith;
}

/**
 * So many of the last active members are looked at one by one before an index is asked. A common skill is among them often enough; a rare
 * one is found by the index, which has few members for it.
 */
const WALKED = {
  page: { first: 500, most: 1_600 },
  candidates: { first: 300, most: 8_000 },
};
/** Members aren't spread evenly over the days. */
const RESERVE = 1.3;
/** All listed members of a college are looked at if they aren't more. */
const SMALL_COLLEGE = 2_000;
/** A page, and one more, which tells whether there is another. */
const PAGE = peopleServerLimits.peoplePage + 1;

/** As the function of this name, which an index needs, but five times as fast. */
const lowerSkills = sql<string[]>`lower(u.skills::text)::text[] AS lower_skills`;

const hasSkills = ({ skills }: Filter, own: RawBuilder<string[]>) =>
  skills.map((spellings) => sql<SqlBool>`${own} && ${[...spellings]}::text[]`);
/** Both conditions are those of an index. */
const takesRole = ({ role }: Filter) =>
  role === ''
    ? []
    : [sql<SqlBool>`(u.takes_roles <> '{}' AND role_keys(u.takes_roles) && ARRAY[search_words(${role})])`];
/** The first condition is that of an index. Members without a college share none. */
const isOfCollege = (college: string) =>
  sql<SqlBool>`(search_words(u.college) = search_words(${college}) AND u.college <> '')`;

/** All conditions of a filter, for members with their `lowerSkills`. */
const isFound = (filter: Filter): RawBuilder<SqlBool> => {
  const { readerId, college, freeFrom, further = [] } = filter;
  const conditions = [
    ...hasSkills(filter, sql.ref('u.lower_skills')),
    sql<SqlBool>`u.id <> ${readerId}`,
    sql<SqlBool>`NOT ${isGone('u')}`,
    sql<SqlBool>`NOT ${isAmongBlocked(sql`${readerId}::int8`, sql.ref('u.id'))}`,
    ...(freeFrom === null ? [] : [sql<SqlBool>`(u.free_from IS NULL OR u.free_from <= ${freeFrom}::date)`]),
    ...further,
    ...takesRole(filter),
    ...(college === '' ? [] : [isOfCollege(college)]),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`;
};

/**
 * Found members by the day of their last activity, the latest first; then those who hide it, the newest first, so that the order reveals
 * nothing about them.
 */
export async function findCandidates(db: Db, filter: Filter, range: Range): Promise<Candidate[]> {
  const { after, limit, required } = range;
  const { skills, role, college } = filter;
  const isOfAll = skills.length === 0 && role === '' && college === '';
  if (isOfAll && required === null) return findAmongAll(db, filter, range);
  const isSmall = college !== '' && !(await isLarge(db, college));
  // To compare the words of many roles is slow, and the index has few members for each.
  const isByIndex = isSmall || after?.day === null || (role !== '' && limit > PAGE);
  const walked = isByIndex ? [] : await walkFar(db, filter, { ...range, after });
  if (isFull(walked, limit)) return walked;
  if (walked.length < limit && !isOfAll) return matchByIndex(db, filter, { ...range, isSmall });
  const apart = { ...range, required: null };
  const covering = { ...filter, skills: [...skills, ...(required === null ? [] : [required])] };
  const found = await Promise.all([
    walked.length < limit ? findAmongAll(db, filter, apart) : walked,
    matchByIndex(db, covering, { ...apart, isSmall }),
  ]);
  return found.flat();
}

/** A candidate, and whether they have one of the required skills. */
type Row = Candidate & { covers: boolean };

/** Fewer members would have been found in all than asked for, if fewer of them had a required skill. */
const isFull = (found: readonly Row[], limit: number): boolean => found.filter(({ covers }) => covers).length >= limit;

type Day = { day: string; id: number } | null;

const isActiveAfter = (after: Day) => sql<SqlBool>`${isListedIn('u')}
  AND NOT u.hides_activity AND ${after ? sql`(u.active_on, u.id) < (${after.day}::date, ${after.id}::int8)` : sql`true`}`;

const isHidingAfter = (beforeId: number | null) => sql<SqlBool>`${isListedIn('u')}
  AND u.hides_activity AND ${beforeId === null ? sql`true` : sql`u.id < ${beforeId}::int8`}`;

/** The order of an index. */
const byActivity = sql`u.active_on DESC, u.id DESC`;

/** The first of these members, and the first with a required skill, each with their facts. `members` is a query for rows of `users`. */
async function readFirst(
  db: Db,
  members: RawBuilder<unknown>,
  { condition, limit, required, hours }: Omit<Range, 'after'> & { condition: RawBuilder<SqlBool> },
): Promise<Row[]> {
  const covers = required === null ? sql`true` : sql`u.lower_skills && ${[...required]}::text[]`;
  const first = (among: RawBuilder<SqlBool>) =>
    sql`(SELECT * FROM found WHERE ${among} ORDER BY found.day DESC NULLS LAST, found.id DESC LIMIT ${limit})`;
  const { rows } = await sql<Row>`${plannedByValue}
    WITH ${hours.masks}, found AS MATERIALIZED (
      SELECT u.id, CASE WHEN u.hides_activity THEN NULL ELSE u.active_on END AS day, u.skills, u.college, ${covers} AS covers
      FROM (${members}) u WHERE ${condition})
    SELECT one.id, one.day::text AS day, one.skills, one.college, one.covers, ${hours.of(sql.ref('one.id'))} AS about_hours
    FROM (${required === null ? first(sql`true`) : sql`${first(sql`true`)} UNION ${first(sql`found.covers`)}`}) AS one
    ORDER BY one.day DESC NULLS LAST, one.id DESC`.execute(db);
  return rows;
}

/** Of all listed members, few aren't found, so their orders lead to a page. */
async function findAmongAll(db: Db, filter: Filter, range: Range): Promise<Candidate[]> {
  const { after, limit } = range;
  const read = (among: RawBuilder<SqlBool>, order: RawBuilder<unknown>, most: number) =>
    readFirst(db, sql`SELECT * FROM users u WHERE ${among} AND ${isFound(filter)} ORDER BY ${order} LIMIT ${most}`, {
      ...range,
      limit: most,
      condition: sql`true`,
    });
  const active = after?.day === null ? [] : await read(isActiveAfter(after), byActivity, limit);
  if (active.length === limit) return active;
  const isHiding = isHidingAfter(after?.day === null ? after.id : null);
  return [...active, ...(await read(isHiding, sql`u.id DESC`, limit - active.length))];
}

/** Whether a college has too many listed members to look at all of them. */
async function isLarge(db: Db, college: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM users u WHERE ${isListedIn('u')} AND ${isOfCollege(college)}
    ORDER BY ${byActivity} OFFSET ${sql.lit(SMALL_COLLEGE)} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/**
 * Found members among the last active ones. A first part tells how far to go, and not to if they are too rare: an index would read all
 * members with a skill that a tenth of them has.
 */
async function walkFar(db: Db, filter: Filter, range: Range & { after: Day }): Promise<Row[]> {
  const { limit } = range;
  const { first, most } = limit > PAGE ? WALKED.candidates : WALKED.page;
  const found = await walkActive(db, filter, { ...range, walked: first });
  if (isFull(found, limit)) return found;
  const covering = found.filter(({ covers }) => covers).length;
  const enough = Math.ceil((RESERVE * first * limit) / Math.max(1, covering));
  return enough > most ? found : walkActive(db, filter, { ...range, walked: enough });
}

/** Found members among so many of the last active ones, or of those of their college. */
const walkActive = (
  db: Db,
  filter: Filter,
  { after, walked, ...range }: Range & { after: Day; walked: number },
): Promise<Row[]> => {
  const { college } = filter;
  const among = college === '' ? isActiveAfter(after) : sql`${isActiveAfter(after)} AND ${isOfCollege(college)}`;
  return readFirst(
    db,
    sql`SELECT u.*, ${lowerSkills} FROM users u WHERE ${among} ORDER BY ${byActivity} LIMIT ${walked}`,
    { ...range, condition: isFound({ ...filter, college: '' }) },
  );
};

/**
 * All found members by an index: of a college that isn't small, by that of skills or roles. A query of its own, so that the planner compares
 * the rest of the filter only for these.
 */
function matchByIndex(
  db: Db,
  filter: Filter,
  { after, isSmall, ...range }: Range & { isSmall: boolean },
): Promise<Row[]> {
  const bySkill = [...hasSkills(filter, sql`lower_skills(u.skills)`), ...takesRole(filter)];
  const isBySkill = bySkill.length > 0 && !isSmall;
  const indexed = isBySkill ? bySkill : [isOfCollege(filter.college)];
  const rest = isFound(isBySkill ? { ...filter, skills: [], role: '' } : { ...filter, college: '' });
  const among = after?.day === null ? isHidingAfter(after.id) : isListedIn('u');
  const isLater =
    after === null || after.day === null
      ? sql`true`
      : sql`(u.hides_activity OR (u.active_on, u.id) < (${after.day}::date, ${after.id}::int8))`;
  return readFirst(
    db,
    sql`SELECT u.*, ${lowerSkills} FROM users u WHERE ${sql.join([among, ...indexed], sql` AND `)} OFFSET 0`,
    { ...range, condition: sql`${isLater} AND ${rest}` },
  );
}
