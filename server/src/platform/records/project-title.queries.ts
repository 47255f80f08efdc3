import { type Expression, sql } from 'kysely';

/** The title of the project `p` as a member reads it: outside its team, a hidden one keeps the title from before. */
export const titleFor = (readerId: number | Expression<number>) => sql<string>`
  CASE WHEN p.title_outside IS NULL OR p.creator_id = ${readerId}
    OR EXISTS (SELECT FROM project_members s WHERE s.project_id = p.id AND s.user_id = ${readerId})
  THEN p.title ELSE p.title_outside END`;
