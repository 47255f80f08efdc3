import { skillKey, spellingsOf } from '@sangam/shared/people/skills';
import type { Category } from '@sangam/shared/projects/projects';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { acceptsNobodyNew, asMember, isAmongBlocked, isGone } from '../../contact/contact.js';
import { builtOnce, type Value } from '../../platform/db/built-once.js';
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

/** The reader of suggestions, and what decides whether they may ask to join a project. */
interface Asker {
  id: number;
  now: Date;
  /** No projects that have rejected or removed the reader after this time. */
  refusedSince: Date;
}

/** The limits of what is suggested. */
export interface Reader extends Asker {
  /** Only projects that were confirmed after this time. */
  activeSince: Date;
  /** The project that the reader is viewing, which is left out. */
  excludedId: number;
  max: number;
}

export interface Suggestion {
  id: number;
  /** The required skills that the reader has: only those that the team lacks, or all if it lacks none of them. */
  covers: string[];
}

/** `lacked`: how many of the reader's skills the project requires and its team lacks. */
export type Ranked = Suggestion & { lacked: number };

/** The conditions that an index supports, and the cheap ones. */
const isListed = ({ activeSince, excludedId }: Reader) =>
  sql<SqlBool>`${isVisible} AND ${takesRequests} AND ${isInList(activeSince)} AND p.id <> ${excludedId}`;

/** Whether the reader could ask to join the project and has not done so. Invitations are left out, since another list shows them. */
const mayBeAsked = ({ id, refusedSince, now }: { [Fact in keyof Asker]: Value<Asker[Fact]> }): RawBuilder<SqlBool> => {
  const reader = asMember(id);
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

/** Skills as parallel lists of their spellings and of the key of each. */
export interface SpelledSkills {
  spellings: readonly string[];
  keys: readonly string[];
}

export function spell(skills: readonly string[]): SpelledSkills {
  const keys = new Map(skills.flatMap((skill) => spellingsOf(skill).map((spelling) => [spelling, skillKey(skill)])));
  return { spellings: [...keys.keys()], keys: [...keys.values()] };
}

const known = (spellings: Value<readonly string[]>, keys: Value<readonly string[]>) => sql`known AS MATERIALIZED (
      SELECT * FROM unnest(${spellings}::text[], ${keys}::text[]) AS each (spelling, key)
    )`;

/** The ids of projects that require some of the reader's skills, and how many of them each requires: its team can't lack more. */
interface Candidates {
  ids: readonly number[];
  shared: readonly number[];
}

/** Finds the newest projects that require skills that the reader has: first those with the most such skills, then the newest. */
export async function findCandidates(db: Db, reader: Reader, { spellings, keys }: SpelledSkills): Promise<Candidates> {
  const { rows } = await sql<Candidates>`${plannedByValue}
    WITH ${known(spellings, keys)}, newest AS MATERIALIZED (
      SELECT p.id, p.required_skills || p.role_skills AS needed FROM projects p
      WHERE ${isListed(reader)} AND ${requires(spellings)} ORDER BY p.id DESC LIMIT ${RANKED}
    )
    SELECT array_agg(id ORDER BY shared DESC, id DESC) AS ids, array_agg(shared ORDER BY shared DESC, id DESC) AS shared
    FROM (
      SELECT newest.id, count(DISTINCT known.key) AS shared
      FROM newest, unnest(newest.needed) AS skill JOIN known ON known.spelling = lower(skill)
      GROUP BY newest.id
    ) AS each HAVING count(*) > 0`.execute(db);
  return rows[0] ?? { ids: [], shared: [] };
}

/**
 * Of these projects, returns those that the reader may ask: first those with the most of the reader's skills that their team lacks, then the
 * newest. Each table is read once for all projects; whether the reader may ask is looked up in their order, until there are enough.
 */
export const findBest = builtOnce<Asker & SpelledSkills & { ids: readonly number[]; max: number }, Ranked>(
  ({ ids, spellings, keys, max, ...asker }) => sql`
    WITH ${known(spellings, keys)}, needed AS (
      SELECT DISTINCT ON (p.id, known.key) p.id, known.key, each.skill, each.place
      FROM unnest(${ids}::int8[]) AS candidate (id)
      CROSS JOIN LATERAL (SELECT id, required_skills || role_skills AS needed FROM projects WHERE projects.id = candidate.id OFFSET 0) AS p,
        unnest(p.needed) WITH ORDINALITY AS each (skill, place) JOIN known ON known.spelling = lower(each.skill)
      ORDER BY p.id, known.key, each.place
    ), held AS (
      SELECT DISTINCT m.project_id AS id, known.key
      FROM unnest(${ids}::int8[]) AS candidate (id)
      CROSS JOIN LATERAL (SELECT project_id, user_id FROM project_members WHERE project_id = candidate.id OFFSET 0) AS m
      CROSS JOIN LATERAL (SELECT skills FROM users WHERE users.id = m.user_id OFFSET 0) AS u, unnest(u.skills) AS skill
      JOIN known ON known.spelling = lower(skill)
    ), ranked AS (
      SELECT needed.id, count(*) FILTER (WHERE held.key IS NULL) AS lacked,
        coalesce(array_agg(skill ORDER BY place) FILTER (WHERE held.key IS NULL), array_agg(skill ORDER BY place)) AS covers
      FROM needed LEFT JOIN held ON held.id = needed.id AND held.key = needed.key
      GROUP BY needed.id
    )
    SELECT ranked.id, ranked.covers, ranked.lacked
    FROM (SELECT * FROM ranked ORDER BY lacked DESC, id DESC OFFSET 0) ranked
    CROSS JOIN LATERAL (SELECT FROM projects p WHERE p.id = ranked.id AND ${mayBeAsked(asker)} OFFSET 0) AS asked
    ORDER BY ranked.lacked DESC, ranked.id DESC LIMIT ${max}`,
);

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
