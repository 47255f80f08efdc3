import { peopleServerLimits } from '@sangam/shared/people/limits';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { skillKeyOf } from '../../platform/db/skill-key.js';

/** Counts only the newest rows, to bound the work. */
const COUNTED_ROWS = 10_000;
/** A word that only one person uses may identify them. */
const LEAST_PEOPLE = 2;
const skillKey = skillKeyOf(sql.ref('skill'));

/** Returns the most common colleges, each in its most common spelling. */
export async function findColleges(db: Db): Promise<string[]> {
  const { rows } = await sql<{ college: string }>`
    SELECT mode() WITHIN GROUP (ORDER BY college) AS college
    FROM (SELECT college FROM users ORDER BY id DESC LIMIT ${COUNTED_ROWS}) AS latest
    WHERE college <> ''
    GROUP BY lower(college)
    HAVING count(*) >= ${LEAST_PEOPLE}
    ORDER BY count(*) DESC, lower(college)
    LIMIT ${peopleServerLimits.suggestionsMax}`.execute(db);
  return rows.map(({ college }) => college);
}

/** Returns the most common skills of members and projects in the same way; all spellings of a skill count together. */
export async function findSkills(db: Db): Promise<string[]> {
  const { rows } = await sql<{ skill: string }>`
    SELECT mode() WITHIN GROUP (ORDER BY skill) AS skill
    FROM (
      SELECT id AS member_id, unnest(skills) AS skill
      FROM (SELECT id, skills FROM users ORDER BY id DESC LIMIT ${COUNTED_ROWS}) AS members
      UNION ALL
      SELECT creator_id, unnest(required_skills)
      FROM (SELECT creator_id, required_skills FROM projects ORDER BY id DESC LIMIT ${COUNTED_ROWS}) AS asked
    ) AS named
    GROUP BY ${skillKey}
    HAVING count(DISTINCT member_id) >= ${LEAST_PEOPLE}
    ORDER BY count(DISTINCT member_id) DESC, ${skillKey}
    LIMIT ${peopleServerLimits.suggestionsMax}`.execute(db);
  return rows.map(({ skill }) => skill);
}
