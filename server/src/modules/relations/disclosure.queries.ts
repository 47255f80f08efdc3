import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/database.js';
import { areBlocked, areTeamMates, id, isGone, isHeldApart, type Member } from './queries.js';

/** By a scalar: of EXISTS the planner may read all members once. */
const isGoneMember = (member: Member) =>
  sql<SqlBool>`coalesce((SELECT ${isGone('gone')} FROM users gone WHERE gone.id = ${member}), false)`;

/** Whether a member is not shown another one's presence, typing and read marks: a condition for the queries of other modules. */
export const hidesPresence = (viewer: Member, other: Member) => sql<SqlBool>`(${areBlocked(viewer, other)}
  OR ${isHeldApart(viewer, other)}
  OR ${isGoneMember(other)})`;

/**
 * Whether a member who looks for names finds another one: a condition for the queries of other modules, and the one place that says who is
 * found by whom.
 */
export const mayBeFound = (viewer: Member, other: Member) =>
  sql<SqlBool>`(NOT ${areBlocked(viewer, other)} AND NOT ${isGoneMember(other)})`;

/** Whether the first's interest in a project of the second was approved. Its names of tables stand in no other query. */
const isApproved = (a: Member, b: Member) => sql<SqlBool>`EXISTS (
  SELECT FROM interests shown JOIN projects owned ON owned.id = shown.project_id
  WHERE shown.status = 'approved' AND shown.requester_id = ${a} AND owned.creator_id = ${b})`;

/**
 * What a member is shown of another one's email address, which is `address`: all of it where they are in one team now, or an interest
 * between them was approved; '' otherwise.
 */
export const shownEmail = (viewer: Member, other: Member, address: RawBuilder<string>) => sql<string>`CASE
  WHEN ${viewer} = ${other} THEN ${address}
  WHEN (${areTeamMates(viewer, other)} OR ${isApproved(viewer, other)} OR ${isApproved(other, viewer)})
    AND NOT ${areBlocked(viewer, other)} AND NOT ${isGoneMember(other)} THEN ${address}
  ELSE '' END`;

/** Whether the other may be told that the member is typing, or how far they have read. */
export async function mayBeTold(db: Db, userId: number, otherId: number): Promise<boolean> {
  const { rows } = await sql<{ hidden: boolean }>`SELECT ${hidesPresence(id(otherId), id(userId))} AS hidden`.execute(
    db,
  );
  return rows[0]?.hidden === false;
}
