import type { Role } from '@sangam/shared/projects/role-parts';
import type { CleanRole } from '@sangam/shared/projects/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';

const takenSeats = sql<number>`(
  SELECT count(*) FROM project_members taken WHERE taken.project_id = o.project_id AND taken.role_id = o.id)`;
const offeredSeats = sql<number>`(
  SELECT count(*) FROM join_requests held
  WHERE held.project_id = o.project_id AND held.status = 'pending' AND held.line_place = 0 AND held.role_id = o.id)`;

/** The roles of the project `p` in their order; null if it has none. */
export const rolesOfProject: RawBuilder<Required<Role>[] | null> = sql`(
  SELECT json_agg(json_build_object('id', o.id, 'name', o.name, 'seats', o.seats, 'taken', ${takenSeats},
    'offered', ${offeredSeats}, 'skills', o.skills) ORDER BY o.place, o.id)
  FROM project_roles o WHERE o.project_id = p.id AND o.removed_at IS NULL)`;

/** The locked project's roles, in their order. */
export async function listRoles(trx: Trx, projectId: number): Promise<Required<Role>[]> {
  const { rows } = await sql<{ roles: Required<Role>[] | null }>`
    SELECT ${rolesOfProject} AS roles FROM projects p WHERE p.id = ${projectId}`.execute(trx);
  return rows[0]?.roles ?? [];
}

/** The number of seats that nobody has, offered or not, by role id; null stands for seats without a role. */
export type UntakenSeats = ReadonlyMap<number | null, number>;

/** Returns the locked project's seats that nobody has, including this transaction's changes. */
export async function findUntakenSeats(trx: Trx, projectId: number): Promise<UntakenSeats> {
  const { rows } = await sql<{ role_id: number | null; untaken: number }>`
    SELECT o.id AS role_id, o.seats - ${takenSeats} AS untaken
    FROM project_roles o WHERE o.project_id = ${projectId} AND o.removed_at IS NULL
    UNION ALL
    SELECT NULL, p.max_members
      - (SELECT coalesce(sum(o.seats), 0) FROM project_roles o WHERE o.project_id = p.id AND o.removed_at IS NULL)
      - (SELECT count(*) FROM project_members taken WHERE taken.project_id = p.id AND taken.role_id IS NULL)
    FROM projects p WHERE p.id = ${projectId}`.execute(trx);
  return new Map(rows.map(({ role_id, untaken }) => [role_id, untaken]));
}

/** Returns the role with this id; undefined if the locked project doesn't have it. */
export const findRole = async (trx: Trx, projectId: number, id: number): Promise<{ name: string } | undefined> =>
  trx
    .selectFrom('project_roles')
    .select('name')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();

/** Replaces the locked project's roles. Removed roles stay stored for requests that name them. */
export async function saveRoles(trx: Trx, projectId: number, roles: readonly CleanRole[], at: Date): Promise<void> {
  const keptIds = roles.flatMap(({ id }) => (id === undefined ? [] : [id]));
  await sql`
    UPDATE project_roles SET removed_at = ${at}
    WHERE project_id = ${projectId} AND removed_at IS NULL AND id <> ALL (${keptIds}::bigint[])`.execute(trx);
  await sql`
    DELETE FROM project_roles o WHERE o.project_id = ${projectId} AND o.removed_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM join_requests r WHERE r.project_id = o.project_id AND r.role_id = o.id)
      AND NOT EXISTS (SELECT FROM project_members m WHERE m.project_id = o.project_id AND m.role_id = o.id)`.execute(
    trx,
  );
  for (const [place, { id, name, seats, skills }] of roles.entries())
    if (id === undefined)
      await trx.insertInto('project_roles').values({ project_id: projectId, name, seats, skills, place }).execute();
    else await trx.updateTable('project_roles').set({ name, seats, skills, place }).where('id', '=', id).execute();
  const role_skills = roles.flatMap(({ skills }) => skills);
  await trx.updateTable('projects').set({ role_skills }).where('id', '=', projectId).execute();
}
