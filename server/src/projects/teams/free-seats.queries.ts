import { type SqlBool, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';

/**
 * The free seats of the project `p`: neither taken nor reserved by seat offers, both counted by triggers (migration 0195). This is the only
 * definition in the database; an index on this expression supports the order of lists.
 */
export const freeSeats = sql<number>`(p.max_members - p.member_count - p.offered_seats)`;

/**
 * Whether `p` has a free seat. The first condition matches an index. Roles need no check: no pool of seats, of a role or without one, has
 * more seats in use than it has, so one of them has a free seat.
 */
export const hasFreeSeat = sql<SqlBool>`(p.member_count < p.max_members AND ${freeSeats} > 0)`;

/** Whether `p` has a free seat of this role, or without a role (null). */
const hasFreeSeatFor = (roleId: number | null) => {
  const role = sql`IS NOT DISTINCT FROM ${roleId}::int8`;
  const ofRoles = sql`(SELECT coalesce(sum(o.seats), 0) FROM project_roles o WHERE o.project_id = p.id AND o.removed_at IS NULL`;
  const seats = roleId === null ? sql`p.max_members - ${ofRoles})` : sql`${ofRoles} AND o.id = ${roleId})`;
  return sql<SqlBool>`(${hasFreeSeat} AND ${seats} >
    (SELECT count(*) FROM project_members m WHERE m.project_id = p.id AND m.role_id ${role})
    + (SELECT count(*) FROM join_requests held
       WHERE held.project_id = p.id AND held.status = 'pending' AND held.line_place = 0 AND held.role_id ${role}))`;
};

/**
 * Whether a locked project has a free seat of this role, or without one (null). Its expired seat offers must have ended before.
 */
export const isSeatFree = async (trx: Trx, projectId: number, roleId: number | null): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    SELECT ${hasFreeSeatFor(roleId)} AS is FROM projects p WHERE p.id = ${projectId}`.execute(trx);
  return rows[0]?.is ?? false;
};
