import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';
import { skillKeyOf } from '../../platform/db/skill-key.js';
import { isVisible, takesRequests } from '../conditions.queries.js';

/** Only the newest projects are searched, so the work doesn't grow with their number. A literal, so the plan needs no guess. */
const NEWEST = sql.lit(1_000);

/** Each skill that one of the newest open projects needs. */
const fresh = sql`
  SELECT DISTINCT p.id, p.creator_id, ${skillKeyOf(sql.ref('needed'))} AS key
  FROM (SELECT * FROM projects ORDER BY id DESC LIMIT ${NEWEST}) p, unnest(p.required_skills || p.role_skills) AS needed
  WHERE ${isVisible} AND ${takesRequests}`;

/** A project is new to a follower of one of its skills if it was posted after the follow and the last notification, and isn't their own. */
const isNew = sql<SqlBool>`x.key = f.key AND x.id > s.told_project_id AND x.id > f.after_project_id AND x.creator_id <> s.user_id`;

/** The next followers, by id, who weren't notified after `notifiedBefore`. */
export async function findFollowersToNotify(
  db: Db,
  { notifiedBefore, after, max }: { notifiedBefore: Date; after: number; max: number },
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM skill_followers
    WHERE user_id > ${after} AND (told_at IS NULL OR told_at <= ${notifiedBefore}) ORDER BY user_id LIMIT ${max}`.execute(
    db,
  );
  return rows.map(({ user_id }) => user_id);
}

/** The projects that are new to a follower. */
export interface NewProjects {
  user_id: number;
  count: number;
  /** The id of the newest new project. */
  last_id: number;
  /** The followed skills that these projects need, as the member writes them. */
  skills: string[];
}

/**
 * Returns these followers' new projects, by member id; followers without any are left out. The range of ids lets a plan read only that part
 * of the indexes instead of all followers for each page.
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

/** Marks these followers as notified. Returns those that no other server has just notified. */
export async function setNotified(
  trx: Trx,
  found: readonly NewProjects[],
  { now, notifiedBefore }: { now: Date; notifiedBefore: Date },
): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    UPDATE skill_followers s SET told_at = ${now}, told_project_id = t.last_id
    FROM unnest(${found.map(({ user_id }) => user_id)}::bigint[], ${found.map(({ last_id }) => last_id)}::bigint[])
      AS t (user_id, last_id)
    WHERE s.user_id = t.user_id AND (s.told_at IS NULL OR s.told_at <= ${notifiedBefore})
    RETURNING s.user_id`.execute(trx);
  return new Set(rows.map(({ user_id }) => user_id));
}

/** The earliest last notification among followers with new projects; null if there are none. */
export async function findFirstWaiting(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ told_at: Date | null }>`
    WITH fresh AS MATERIALIZED (${fresh})
    SELECT min(s.told_at) AS told_at FROM skill_followers s
    WHERE EXISTS (SELECT FROM followed_skills f JOIN fresh x ON ${isNew} WHERE f.user_id = s.user_id)`.execute(db);
  return rows[0]?.told_at ?? null;
}
