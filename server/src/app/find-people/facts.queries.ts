import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { confirmedDomain, freeFrom } from '../member-page/queries.js';

interface FoundRow {
  id: number;
  name: string;
  headline: string;
  college: string;
  confirmed_domain: string | null;
  skills: string[];
  looks_for: string;
  takes_roles: string[];
  free_from: string | null;
}

/** Returns these members with the fields that the list shows. */
export async function findShown(db: Db, ids: readonly number[]): Promise<FoundRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FoundRow>`
    SELECT u.id, u.name, u.headline, u.college, ${confirmedDomain} AS confirmed_domain, u.skills, u.looks_for, u.takes_roles,
      ${freeFrom} AS free_from
    FROM users u WHERE u.id = ANY (${[...ids]}::int8[])`.execute(db);
  return rows;
}

/** Returns the skills that a project and its roles need; undefined if the project is hidden or the user isn't in its team. */
export async function findOwnProject(db: Db, projectId: number, userId: number): Promise<string[] | undefined> {
  const found = await db
    .selectFrom('projects as p')
    .innerJoin('project_members as m', 'm.project_id', 'p.id')
    .select(['p.required_skills', 'p.role_skills'])
    .where('p.id', '=', projectId)
    .where('p.state', '<>', 'deleted')
    .where('p.hidden_at', 'is', null)
    .where('m.user_id', '=', userId)
    .executeTakeFirst();
  return found && [...found.required_skills, ...found.role_skills];
}
