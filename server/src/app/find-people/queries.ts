import { peopleServerLimits } from '@sangam/shared/people/limits';
import { spellingsOf } from '@sangam/shared/people/skills';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { areBlocked, isGone, isListedIn } from '../../contact/contact.js';
import type { Db } from '../../platform/db/database.js';
import { skillKeyOf } from '../../platform/db/skill-key.js';
import { plannedByValue } from '../../platform/db/statements.js';
import { confirmedDomain } from '../member-page/queries.js';

export interface Filter {
  readerId: number;
  skills: readonly string[];
  match: 'any' | 'all';
  /** '' for all. */
  college: string;
  limit: number;
}

export interface FoundRow {
  id: number;
  name: string;
  headline: string;
  college: string;
  confirmed_domain: string | null;
  skills: string[];
  looks_for: string;
}

const columns = sql`u.id, u.name, u.headline, u.college, ${confirmedDomain} AS confirmed_domain, u.skills, u.looks_for`;

/** The first part of each condition is that of a partial index. */
const knows = (skill: readonly string[]) => sql<SqlBool>`lower_skills(u.skills) && ${[...skill]}::text[]`;

const isFound = ({ readerId, skills, match, college }: Filter): RawBuilder<SqlBool> => {
  const spellings = skills.map(spellingsOf);
  const bySkill = match === 'all' ? spellings.map(knows) : spellings.length > 0 ? [knows(spellings.flat())] : [];
  const conditions = [
    ...[isListedIn('u'), ...bySkill],
    ...(college === '' ? [] : [sql<SqlBool>`search_words(u.college) = search_words(${college})`]),
    ...[sql<SqlBool>`u.id <> ${readerId}`, sql<SqlBool>`NOT ${isGone('u')}`],
    sql<SqlBool>`NOT ${areBlocked(sql<number>`${readerId}::int8`, sql.ref('u.id'))}`,
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`;
};

/** Whether the member hides presence from some or all others; their activity is in no order. */
const hidesActivity = sql<SqlBool>`EXISTS (
  SELECT FROM notification_choices hiding WHERE hiding.user_id = u.id AND hiding.presence_for <> 'anyone')`;

/** Members by the day of their last activity, the latest first, without those who hide it. */
export async function findActive(
  db: Db,
  filter: Filter,
  after: { day: string; id: number } | null,
): Promise<(FoundRow & { day: string })[]> {
  const isAfter = after ? sql`(u.active_on, u.id) < (${after.day}::date, ${after.id}::int8)` : sql`true`;
  const { rows } = await sql<FoundRow & { day: string }>`${plannedByValue}
    SELECT ${columns}, u.active_on::text AS day FROM users u
    WHERE ${isFound(filter)} AND NOT ${hidesActivity} AND ${isAfter}
    ORDER BY u.active_on DESC, u.id DESC LIMIT ${filter.limit}`.execute(db);
  return rows;
}

/** Members who hide their activity, the newest first. */
export async function findHiding(db: Db, filter: Filter, beforeId: number | null): Promise<FoundRow[]> {
  const isAfter = beforeId === null ? sql`true` : sql`u.id < ${beforeId}::int8`;
  const { rows } = await sql<FoundRow>`${plannedByValue}
    SELECT ${columns} FROM users u WHERE ${isFound(filter)} AND ${hidesActivity} AND ${isAfter}
    ORDER BY u.id DESC LIMIT ${filter.limit}`.execute(db);
  return rows;
}

/** A place in the order by a project's skills: how many of them the last member has, their day, and their id. */
export interface SuitedPlace {
  covers: number;
  day: string;
  id: number;
}

const NO_DAY = sql.lit('0001-01-01');

/** Members outside the team who have skills that the project requires, most of them first; of equals the last active ones. */
export async function findSuited(
  db: Db,
  filter: Filter,
  { id: projectId, keys }: { id: number; keys: readonly string[] },
  after: SuitedPlace | null,
): Promise<(FoundRow & SuitedPlace)[]> {
  const isAfter = after
    ? sql`(ranked.covers, ranked.day, ranked.id) < (${after.covers}::int8, ${after.day}::date, ${after.id}::int8)`
    : sql`true`;
  const { rows } = await sql<FoundRow & SuitedPlace>`${plannedByValue}
    SELECT id, name, headline, college, confirmed_domain, skills, looks_for, covers, day::text AS day FROM (
      SELECT candidate.*, (
        SELECT count(DISTINCT ${skillKeyOf(sql.ref('own.skill'))}) FROM unnest(candidate.skills) AS own (skill)
        WHERE ${skillKeyOf(sql.ref('own.skill'))} = ANY (${[...keys]}::text[])) AS covers
      FROM (
        SELECT ${columns}, CASE WHEN ${hidesActivity} THEN ${NO_DAY}::date ELSE u.active_on END AS day FROM users u
        WHERE ${isFound(filter)} AND ${knows(keys.flatMap(spellingsOf))}
          AND NOT EXISTS (SELECT FROM project_members m WHERE m.project_id = ${projectId} AND m.user_id = u.id)
        ORDER BY day DESC, u.id DESC LIMIT ${sql.lit(peopleServerLimits.suitedCandidatesMax)}
      ) AS candidate
    ) AS ranked
    WHERE ${isAfter}
    ORDER BY covers DESC, day DESC, id DESC LIMIT ${filter.limit}`.execute(db);
  return rows;
}

/** The skills that a project requires, for a member of its team; undefined for everybody else. */
export async function findOwnProject(
  db: Db,
  projectId: number,
  userId: number,
): Promise<{ required_skills: string[] } | undefined> {
  return db
    .selectFrom('projects as p')
    .innerJoin('project_members as m', 'm.project_id', 'p.id')
    .select('p.required_skills')
    .where('p.id', '=', projectId)
    .where('p.state', '<>', 'deleted')
    .where('m.user_id', '=', userId)
    .executeTakeFirst();
}
