import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { skillKeyOf } from '../../platform/db/skill-key.js';

/**
 * The newest projects that are looked at, so that the work stays the same however many there are. The statement says it, so that
 * its plan needs no guess.
 */
const LOOKED_AT = 1_000;

const neededKey = skillKeyOf(sql.ref('needed.skill'));

/** The projects that need most of what the member knows, and which skills; without those that declined them since, and those that nobody confirmed. */
export async function findSuited(
  db: Db,
  userId: number,
  { declinedSince, activeSince, max }: { declinedSince: Date; activeSince: Date; max: number },
): Promise<{ id: number; covers: string[] }[]> {
  const { rows } = await sql<{ id: number; covers: string[] }>`
      SELECT p.id, missing.covers
      FROM (
        SELECT id, required_skills, state, member_count, max_members, confirmed_at, hidden_at FROM projects ORDER BY id DESC LIMIT ${sql.lit(LOOKED_AT)}
      ) p, LATERAL (
        SELECT array_agg(needed.skill ORDER BY needed.place) AS covers
        FROM unnest(p.required_skills) WITH ORDINALITY AS needed (skill, place)
        WHERE ${neededKey} IN (SELECT ${skillKeyOf(sql.ref('own'))} FROM users, unnest(skills) AS own WHERE id = ${userId})
          AND NOT EXISTS (
            SELECT FROM project_members m JOIN users u ON u.id = m.user_id, unnest(u.skills) AS held
            WHERE m.project_id = p.id AND ${skillKeyOf(sql.ref('held'))} = ${neededKey})
      ) missing
      WHERE p.state = 'open' AND p.hidden_at IS NULL AND p.member_count < p.max_members AND p.confirmed_at > ${activeSince} AND missing.covers IS NOT NULL
        AND NOT EXISTS (SELECT FROM project_members m WHERE m.project_id = p.id AND m.user_id = ${userId})
        AND NOT EXISTS (
          SELECT FROM join_requests r WHERE r.requester_id = ${userId} AND r.project_id = p.id
            AND (r.status = 'pending' OR (r.status = 'rejected' AND r.decided_at > ${declinedSince})))
      ORDER BY cardinality(missing.covers) DESC, p.id DESC LIMIT ${max}`.execute(db);
  return rows;
}
