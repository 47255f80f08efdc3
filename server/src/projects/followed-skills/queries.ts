import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';
import { skillKeyOf } from '../../platform/db/skill-key.js';

/** The newest projects that are looked at, so that the work stays the same however many there are. */
const LOOKED_AT = 1_000;

/** New projects that are open, of which followers have not been told, for each skill that they need. */
const fresh = sql`
  SELECT DISTINCT p.id, p.creator_id, ${skillKeyOf(sql.ref('needed'))} AS key
  FROM (SELECT * FROM projects ORDER BY id DESC LIMIT ${sql.lit(LOOKED_AT)}) p, unnest(p.required_skills) AS needed
  WHERE p.state = 'open' AND p.hidden_at IS NULL`;

/** A project is new to a follower of one of its skills: later than the follow and what was told, and not their own. */
const isNew = sql<SqlBool>`x.key = f.key AND x.id > s.told_project_id AND x.id > f.after_project_id AND x.creator_id <> s.user_id`;

/** The next followers that may be told again, in the order of their ids. */
export async function findAllowed(
  db: Db,
  { toldBefore, after, max }: { toldBefore: Date; after: number; max: number },
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM skill_followers
    WHERE user_id > ${after} AND (told_at IS NULL OR told_at <= ${toldBefore}) ORDER BY user_id LIMIT ${max}`.execute(
    db,
  );
  return rows.map(({ user_id }) => user_id);
}

/** What is new to a follower. */
export interface NewProjects {
  user_id: number;
  count: number;
  /** The newest. */
  last_id: number;
  /** Those of the followed skills that one of them needs, as the member writes them. */
  skills: string[];
}

/**
 * What is new to these followers, in the order of their ids; none of those to whom nothing is. The range of their ids has a plan read
 * that part of the indexes, rather than all followers for each page.
 */
export async function findNewProjects(db: Db, userIds: readonly number[]): Promise<NewProjects[]> {
  const [first, last] = [userIds[0], userIds.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { rows } = await sql<NewProjects>`
    WITH fresh AS MATERIALIZED (${fresh})
    SELECT s.user_id, count(DISTINCT x.id) AS count, max(x.id) AS last_id, array_agg(DISTINCT f.skill) AS skills
    FROM skill_followers s JOIN followed_skills f ON f.user_id = s.user_id JOIN fresh x ON ${isNew}
    WHERE s.user_id BETWEEN ${first} AND ${last} AND f.user_id BETWEEN ${first} AND ${last}
      AND s.user_id = ANY(${userIds}::bigint[])
    GROUP BY s.user_id ORDER BY s.user_id`.execute(db);
  return rows;
}

/** Notes what these followers are told; answers those whom no other server has just told. */
export async function setTold(
  trx: Trx,
  told: readonly NewProjects[],
  { now, toldBefore }: { now: Date; toldBefore: Date },
): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    UPDATE skill_followers s SET told_at = ${now}, told_project_id = t.last_id
    FROM unnest(${told.map(({ user_id }) => user_id)}::bigint[], ${told.map(({ last_id }) => last_id)}::bigint[])
      AS t (user_id, last_id)
    WHERE s.user_id = t.user_id AND (s.told_at IS NULL OR s.told_at <= ${toldBefore})
    RETURNING s.user_id`.execute(trx);
  return new Set(rows.map(({ user_id }) => user_id));
}

/** When the first of those was told to whom something is new that they may not be told yet; null for none. */
export async function findFirstWaiting(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ told_at: Date | null }>`
    WITH fresh AS MATERIALIZED (${fresh})
    SELECT min(s.told_at) AS told_at FROM skill_followers s
    WHERE EXISTS (SELECT FROM followed_skills f JOIN fresh x ON ${isNew} WHERE f.user_id = s.user_id)`.execute(db);
  return rows[0]?.told_at ?? null;
}
