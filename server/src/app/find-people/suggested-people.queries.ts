import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { acceptsNobodyNew } from '../../contact/contact.js';
import type { Db } from '../../platform/db/database.js';
import { hasFreeSeat, isVisible, takesRequests } from '../../projects/projects.js';

/** Conditions for a member `u`. Their subqueries name no column of `u`, so each runs once. */
const isNotAmong = (excluded: RawBuilder<unknown>) => sql<SqlBool>`u.id NOT IN (${excluded})`;

export const isOutsideTeam = (projectId: number) =>
  isNotAmong(sql`SELECT m.user_id FROM project_members m WHERE m.project_id = ${projectId}`);

/**
 * Whether the project may be suggested to a member: not in its team, hasn't asked, isn't invited, isn't dismissed. One list of all these: the
 * planner halves the members that it expects for each, so with several it would sort all members instead of reading them in order.
 */
export const mayBeSuggested = (readerId: number, projectId: number): RawBuilder<SqlBool> =>
  isNotAmong(sql`SELECT m.user_id FROM project_members m WHERE m.project_id = ${projectId}
    UNION ALL SELECT r.requester_id FROM join_requests r WHERE r.project_id = ${projectId}
    UNION ALL SELECT i.requester_id FROM interests i WHERE i.project_id = ${projectId}
    UNION ALL SELECT g.member_id FROM invitations g WHERE g.project_id = ${projectId}
    UNION ALL SELECT d.member_id FROM suggestion_dismissals d WHERE d.user_id = ${readerId} AND d.member_id IS NOT NULL`);

/** Returns those of these members who accept messages and requests from members they don't know. */
export async function findWelcoming(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM unnest(${[...ids]}::int8[]) AS asked (id) WHERE NOT ${acceptsNobodyNew(sql.ref('asked.id'))}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

export interface SeekingProject {
  id: number;
  title: string;
  needed: string[];
}

/** Returns the creator's newest open projects with a free seat, or only the given one. */
export async function findSeeking(
  db: Db,
  creatorId: number,
  { projectId, max }: { projectId: number | undefined; max: number },
): Promise<SeekingProject[]> {
  const isAsked = projectId === undefined ? sql`true` : sql`p.id = ${projectId}`;
  const { rows } = await sql<SeekingProject>`
    SELECT p.id, p.title, p.required_skills || p.role_skills AS needed FROM projects p
    WHERE p.creator_id = ${creatorId} AND ${isVisible} AND ${takesRequests} AND ${hasFreeSeat} AND ${isAsked}
    ORDER BY p.id DESC LIMIT ${max}`.execute(db);
  return rows;
}

/** Whether the member is the creator of the project and it isn't deleted. */
export async function isCreatorOf(db: Db, userId: number, projectId: number): Promise<boolean> {
  const found = db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .where('creator_id', '=', userId)
    .where('state', '<>', 'deleted');
  return (await found.executeTakeFirst()) !== undefined;
}

/** Idempotent. Stores nothing for an id that doesn't exist. A new dismissal replaces the oldest one of its kind once there are `max`. */
export async function dismiss(
  db: Db,
  userId: number,
  { member_id = null, project_id = null }: { member_id?: number | null; project_id?: number | null },
  max: number,
): Promise<void> {
  const kind = sql.ref(member_id === null ? 'project_id' : 'member_id');
  await sql`WITH added AS (
    INSERT INTO suggestion_dismissals (user_id, member_id, project_id)
    SELECT ${userId}, (SELECT id FROM users WHERE id = ${member_id}), (SELECT id FROM projects WHERE id = ${project_id})
    WHERE EXISTS (SELECT FROM users WHERE id = ${member_id}) OR EXISTS (SELECT FROM projects WHERE id = ${project_id})
    ON CONFLICT DO NOTHING RETURNING id)
    DELETE FROM suggestion_dismissals WHERE EXISTS (SELECT FROM added) AND id IN (
      SELECT id FROM suggestion_dismissals WHERE user_id = ${userId} AND ${kind} IS NOT NULL
      ORDER BY id DESC OFFSET ${max - 1}::int)`.execute(db);
}
