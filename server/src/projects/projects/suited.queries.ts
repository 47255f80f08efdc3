import { skillKey, spellingsOf } from '@sangam/shared/people/skills';
import type { Category } from '@sangam/shared/projects/projects';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { acceptsNobodyNew, isAmongBlocked, isGone } from '../../contact/contact.js';
import type { Db } from '../../platform/db/database.js';
import { plannedByValue } from '../../platform/db/statements.js';
import { isOpen } from '../../platform/records/open-requests.queries.js';
import { isInList, isVisible, takesRequests } from '../conditions.queries.js';
import { hasFreeSeat } from '../teams/free-seats.queries.js';
import { requires } from './search.queries.js';

/**
 * The number of projects with a shared skill to rank, the newest, so the work doesn't grow with their number. A literal, for the planner.
 */
const RANKED = sql.lit(1_000);

/** The reader of suggestions, and the limits of what is suggested. */
export interface Reader {
  id: number;
  /** Only projects that were confirmed after this time. */
  activeSince: Date;
  now: Date;
  /** No projects that have rejected or removed the reader after this time. */
  refusedSince: Date;
  /** The project that the reader is viewing, which is left out. */
  excludedId: number;
  max: number;
}

export interface Suggestion {
  id: number;
  /** The required skills that the reader has: only those that the team lacks, or all if it lacks none of them. */
  covers: string[];
}

/** The conditions that an index supports, and the cheap ones. */
const isListed = ({ activeSince, excludedId }: Reader) =>
  sql<SqlBool>`${isVisible} AND ${takesRequests} AND ${isInList(activeSince)} AND p.id <> ${excludedId}`;

/** Whether the reader could ask to join the project and has not done so. Invitations are left out, since another list shows them. */
const mayBeAsked = ({ id, refusedSince, now }: Reader): RawBuilder<SqlBool> => {
  const reader = sql<number>`${id}::int8`;
  const creator = sql.ref<number>('p.creator_id');
  return sql<SqlBool>`${hasFreeSeat}
    AND NOT EXISTS (SELECT FROM project_members m WHERE m.project_id = p.id AND m.user_id = ${id})
    AND p.id NOT IN (SELECT d.project_id FROM suggestion_dismissals d WHERE d.user_id = ${id} AND d.project_id IS NOT NULL)
    AND NOT EXISTS (
      SELECT FROM join_requests r WHERE r.requester_id = ${id} AND r.project_id = p.id
        AND (${isOpen('join_requests', now, 'r')} OR r.ask_again_at > ${now}
          OR ((r.status = 'rejected' OR r.ended_by = 'removed') AND r.decided_at > ${refusedSince})))
    AND NOT EXISTS (
      SELECT FROM interests i WHERE i.requester_id = ${id} AND i.project_id = p.id
        AND (${isOpen('interests', now, 'i')} OR i.ask_again_at > ${now}))
    AND NOT EXISTS (
      SELECT FROM invitations v WHERE v.member_id = ${id} AND v.project_id = p.id AND ${isOpen('invitations', now, 'v')}
        AND v.delivered_at IS NOT NULL)
    AND NOT ${isAmongBlocked(reader, creator)} AND NOT ${acceptsNobodyNew(creator)}
    AND NOT (SELECT ${isGone('c')} FROM users c WHERE c.id = p.creator_id)`;
};

/**
 * Finds projects that require skills that the reader has: first those with the most such skills that their team lacks, then the newest.
 * Each table is read once for all projects; whether the reader may ask is looked up in their order, until there are enough.
 */
export async function findBySkill(db: Db, reader: Reader, skills: readonly string[]): Promise<Suggestion[]> {
  const keys = new Map(skills.flatMap((skill) => spellingsOf(skill).map((spelling) => [spelling, skillKey(skill)])));
  const spellings = [...keys.keys()];
  const { rows } = await sql<Suggestion>`${plannedByValue}
    WITH known AS MATERIALIZED (
      SELECT * FROM unnest(${spellings}::text[], ${[...keys.values()]}::text[]) AS each (spelling, key)
    ), newest AS MATERIALIZED (
      SELECT p.id, p.required_skills || p.role_skills AS needed FROM projects p
      WHERE ${isListed(reader)} AND ${requires(spellings)} ORDER BY p.id DESC LIMIT ${RANKED}
    ), needed AS (
      SELECT DISTINCT ON (newest.id, known.key) newest.id, known.key, each.skill, each.place
      FROM newest, unnest(newest.needed) WITH ORDINALITY AS each (skill, place) JOIN known ON known.spelling = lower(each.skill)
      ORDER BY newest.id, known.key, each.place
    ), held AS (
      SELECT DISTINCT newest.id, known.key
      FROM newest JOIN project_members m ON m.project_id = newest.id JOIN users u ON u.id = m.user_id, unnest(u.skills) AS skill
      JOIN known ON known.spelling = lower(skill)
    ), ranked AS (
      SELECT needed.id, count(*) FILTER (WHERE held.key IS NULL) AS lacked,
        coalesce(array_agg(skill ORDER BY place) FILTER (WHERE held.key IS NULL), array_agg(skill ORDER BY place)) AS covers
      FROM needed LEFT JOIN held ON held.id = needed.id AND held.key = needed.key
      GROUP BY needed.id
    )
    SELECT ranked.id, ranked.covers
    FROM (SELECT * FROM ranked ORDER BY lacked DESC, id DESC OFFSET 0) ranked
    CROSS JOIN LATERAL (SELECT FROM projects p WHERE p.id = ranked.id AND ${mayBeAsked(reader)} OFFSET 0) AS asked
    ORDER BY ranked.lacked DESC, ranked.id DESC LIMIT ${reader.max}`.execute(db);
  return rows;
}

/** Finds the newest projects, of all categories or of one. */
export async function findNewest(db: Db, reader: Reader, category: Category | null): Promise<Suggestion[]> {
  const ofCategory = category === null ? sql`true` : sql`p.category = ${category}`;
  const { rows } = await sql<Suggestion>`${plannedByValue}
    SELECT p.id, '{}'::text[] AS covers FROM projects p
    WHERE ${isListed(reader)} AND ${ofCategory} AND ${mayBeAsked(reader)} ORDER BY p.id DESC LIMIT ${reader.max}`.execute(
    db,
  );
  return rows;
}

/** Returns the reader's skills, and the category of the project that they are viewing, or else of the last one that they asked to join. */
export async function findTaste(
  db: Db,
  userId: number,
  projectId: number | null,
): Promise<{ skills: string[]; category: Category | null }> {
  const { rows } = await sql<{ skills: string[]; category: Category | null }>`
    SELECT u.skills, coalesce((SELECT category FROM projects WHERE id = ${projectId}), (
      SELECT category FROM projects WHERE id = (
        SELECT project_id FROM join_requests WHERE requester_id = u.id ORDER BY id DESC LIMIT 1))) AS category
    FROM users u WHERE u.id = ${userId}`.execute(db);
  return rows[0] ?? { skills: [], category: null };
}
