import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isAmongBlocked, isGone, isListedIn } from '../../contact/contact.js';
import type { SharedHoursWith } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import { isVisible, takesRequests } from '../conditions.queries.js';

/** The facts about the reader that decide a fit. */
export interface FitReader {
  skills: string[];
  college: string;
}

export async function findFitReader(db: Db, readerId: number): Promise<FitReader> {
  const { rows } = await sql<FitReader>`SELECT skills, college FROM users WHERE id = ${readerId}`.execute(db);
  return rows[0] ?? { skills: [], college: '' };
}

/** Excludes projects of creators whom the reader has blocked, or who have blocked the reader. */
export const isOfOtherCreator = (readerId: number): RawBuilder<SqlBool> =>
  sql`NOT ${isAmongBlocked(sql`${readerId}::int8`, sql.ref('p.creator_id'))}`;

/** Open projects of others. */
export const isOpenToReader = (readerId: number): RawBuilder<SqlBool> =>
  sql`(${takesRequests} AND p.creator_id <> ${readerId})`;

export interface ProjectFactsRow {
  id: number;
  needed: string[];
  /** The creator's college; '' if unknown. */
  college: string;
  about_hours: number | null;
  confirmed_on: string;
}

/**
 * Returns the facts that decide how these projects fit, without hidden projects and those of suspended, deleted or blocked creators. For
 * creators who aren't listed, hours and college are unknown. Each project is found by its id.
 */
export async function findProjectFacts(
  db: Db,
  { readerId, ids }: { readerId: number; ids: readonly number[] },
  hours: SharedHoursWith,
): Promise<ProjectFactsRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ProjectFactsRow>`
    WITH ${hours.masks}
    SELECT p.id, p.required_skills || p.role_skills AS needed, (p.confirmed_at AT TIME ZONE 'UTC')::date::text AS confirmed_on,
      CASE WHEN creator.is_listed THEN creator.college ELSE '' END AS college,
      CASE WHEN creator.is_listed THEN ${hours.hoursWith(sql.ref('creator.id'))} END AS about_hours
    FROM unnest(${[...ids]}::int8[]) AS asked (id)
    CROSS JOIN LATERAL (
      SELECT id, required_skills, role_skills, confirmed_at, creator_id, state, hidden_at
      FROM projects WHERE projects.id = asked.id OFFSET 0) AS p
    CROSS JOIN LATERAL (
      SELECT u.id, u.college, ${isListedIn('u')} AS is_listed
      FROM users u WHERE u.id = p.creator_id AND NOT ${isGone('u')} OFFSET 0) AS creator
    WHERE ${isVisible} AND ${isOfOtherCreator(readerId)}`.execute(db);
  return rows;
}

/** Returns the rounded hours that the reader shares with the listed creators of these projects, if any. */
export async function findCreatorHours(
  db: Db,
  { readerId, ids }: { readerId: number; ids: readonly number[] },
  hours: SharedHoursWith,
): Promise<{ id: number; about_hours: number }[]> {
  const { rows } = await sql<{ id: number; about_hours: number }>`
    WITH ${hours.masks}
    SELECT id, about_hours FROM (
      SELECT p.id, ${hours.hoursWith(sql.ref('creator.id'))} AS about_hours
      FROM unnest(${[...ids]}::int8[]) AS asked (id)
      CROSS JOIN LATERAL (SELECT id, creator_id FROM projects WHERE projects.id = asked.id OFFSET 0) AS p
      CROSS JOIN LATERAL (
        SELECT member.id FROM users member
        WHERE member.id = p.creator_id AND member.id <> ${readerId} AND ${isListedIn('member')} AND NOT ${isGone('member')}
          AND NOT ${isAmongBlocked(sql`${readerId}::int8`, sql.ref('member.id'))} OFFSET 0) AS creator
    ) AS shared WHERE about_hours > 0`.execute(db);
  return rows;
}
