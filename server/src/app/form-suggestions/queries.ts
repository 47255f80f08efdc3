import { peopleServerLimits } from '@sangam/shared/people/limits';
import { sql } from 'kysely';
import { isGone } from '../../contact/contact.js';
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
    FROM (SELECT * FROM users ORDER BY id DESC LIMIT ${COUNTED_ROWS}) AS latest
    WHERE college <> '' AND NOT ${isGone('latest')}
    GROUP BY search_words(college)
    HAVING count(*) >= ${LEAST_PEOPLE}
    ORDER BY count(*) DESC, search_words(college)
    LIMIT ${peopleServerLimits.suggestionsMax}`.execute(db);
  return rows.map(({ college }) => college);
}

const newestMembers = sql`(SELECT * FROM users ORDER BY id DESC LIMIT ${COUNTED_ROWS}) AS members`;
const newestProjects = sql`(SELECT * FROM projects ORDER BY id DESC LIMIT ${COUNTED_ROWS}) AS asked`;
/** Hidden and deleted projects, and those of members who are gone, suggest nothing. */
const isShown = sql`asked.hidden_at IS NULL AND asked.state <> 'deleted'
  AND NOT (SELECT ${isGone('creator')} FROM users creator WHERE creator.id = asked.creator_id)`;

/** Returns the most common skills of members and projects in the same way; all spellings of a skill count together. */
export async function findSkills(db: Db): Promise<string[]> {
  const { rows } = await sql<{ skill: string }>`
    SELECT mode() WITHIN GROUP (ORDER BY skill) AS skill
    FROM (
      SELECT id AS member_id, unnest(skills) AS skill FROM ${newestMembers} WHERE NOT ${isGone('members')}
      UNION ALL
      SELECT creator_id, unnest(required_skills) FROM ${newestProjects} WHERE ${isShown}
    ) AS named
    GROUP BY ${skillKey}
    HAVING count(DISTINCT member_id) >= ${LEAST_PEOPLE}
    ORDER BY count(DISTINCT member_id) DESC, ${skillKey}
    LIMIT ${peopleServerLimits.suggestionsMax}`.execute(db);
  return rows.map(({ skill }) => skill);
}

/** Returns the most common names of roles, those that members would take and those of projects. */
export async function findRoles(db: Db): Promise<string[]> {
  const { rows } = await sql<{ role: string }>`
    SELECT mode() WITHIN GROUP (ORDER BY role) AS role
    FROM (
      SELECT id AS member_id, unnest(takes_roles) AS role FROM ${newestMembers} WHERE NOT ${isGone('members')}
      UNION ALL
      SELECT creator_id, unnest(role_names) FROM ${newestProjects} WHERE ${isShown}
    ) AS named
    GROUP BY search_words(role)
    HAVING count(DISTINCT member_id) >= ${LEAST_PEOPLE}
    ORDER BY count(DISTINCT member_id) DESC, search_words(role)
    LIMIT ${peopleServerLimits.suggestionsMax}`.execute(db);
  return rows.map(({ role }) => role);
}
