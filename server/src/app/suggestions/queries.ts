import { peopleServerLimits } from '@sangam/shared/people/limits';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { skillKeyOf } from '../../platform/db/skill-key.js';

/** The newest rows that are counted, so that the work stays the same however many members there are. */
const COUNTED_ROWS = 10_000;
/** What only one person writes may be about them, and is nobody else's business. */
const LEAST_PEOPLE = 2;
const skillKey = skillKeyOf(sql.ref('skill'));

/** The colleges of most members, most used first, each as most of them write it. */
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

/** The skills that most members have or ask for, in the same way; all spellings of one count together. */
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
