import { skillKey } from '@sangam/shared/people/skills';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';

/** Has a member follow these skills and no other. One that was followed goes on as it was. */
export async function setFollowedSkills(trx: Trx, userId: number, skills: readonly string[]): Promise<void> {
  // Two spellings are one skill.
  const byKey = new Map(skills.map((skill) => [skillKey(skill), skill]));
  const keys = [...byKey.keys()];
  await sql`DELETE FROM followed_skills WHERE user_id = ${userId} AND key <> ALL (${keys}::text[])`.execute(trx);
  if (keys.length === 0) return;
  await sql`INSERT INTO followed_skills (user_id, key, skill, after_project_id)
    SELECT ${userId}, f.key, f.skill, coalesce((SELECT max(id) FROM projects), 0)
    FROM unnest(${keys}::text[], ${[...byKey.values()]}::text[]) AS f (key, skill)
    ON CONFLICT (user_id, key) DO UPDATE SET skill = excluded.skill`.execute(trx);
  await sql`INSERT INTO skill_followers (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING`.execute(trx);
}
