import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import {
  areAcquainted,
  areBlocked,
  areTeamMates,
  haveRequest,
  id,
  isGone,
  isHeldApart,
  type Member,
} from './queries.js';

/**
 * What a member is shown of another one, as conditions for the queries of other modules. Names of tables in here stand in no other
 * query, so that none hides what is passed.
 */

/** By a scalar: of EXISTS the planner may read all members once. */
const isGoneMember = (member: Member) =>
  sql<SqlBool>`coalesce((SELECT ${isGone('gone')} FROM users gone WHERE gone.id = ${member}), false)`;

/** Whether the other is out of a member's reach: after a block, once gone, and while they decide on the member's first message. */
export const isOutOfSight = (viewer: Member, other: Member) => sql<SqlBool>`(${areBlocked(viewer, other)}
  OR ${isHeldApart(viewer, other)}
  OR ${isGoneMember(other)})`;

/**
 * Whether what one of the two chose keeps their presence from both: what one hides one does not see of others, so the narrower choice
 * counts. Of two who never chose it looks into an index of those who did.
 */
const isPresenceReserved = (a: Member, b: Member) => sql<SqlBool>`EXISTS (
  SELECT FROM notification_choices chosen
  WHERE chosen.user_id IN (${a}, ${b}) AND chosen.presence_for <> 'anyone' AND ${a} <> ${b}
    AND (chosen.presence_for = 'nobody' OR NOT ${areAcquainted(a, b)}))`;

/** Whether a member is not shown another one's presence. */
export const hidesPresence = (viewer: Member, other: Member) =>
  sql<SqlBool>`(${isOutOfSight(viewer, other)} OR ${isPresenceReserved(viewer, other)})`;

/** Whether neither of two members is told how far the other reads. */
export const hidesReadMarks = (a: Member, b: Member) =>
  sql<SqlBool>`(${areBlocked(a, b)} OR ${isReadingReserved(a, b)})`;

/** Whether one of the two chose so. */
export const isReadingReserved = (a: Member, b: Member) => sql<SqlBool>`EXISTS (
  SELECT FROM notification_choices chosen WHERE chosen.user_id IN (${a}, ${b}) AND NOT chosen.shows_read_marks)`;

/** Whether a member who looks for names finds another one. By a scalar, as with `isGoneMember`. */
export const mayBeFound = (viewer: Member, other: Member) => sql<SqlBool>`(NOT ${areBlocked(viewer, other)}
  AND NOT ${isGoneMember(other)}
  AND NOT coalesce((
    SELECT chosen.found_by = 'nobody'
      OR (chosen.found_by = 'teams' AND NOT ${areTeamMates(viewer, other)} AND NOT ${haveRequest(viewer, other)})
    FROM notification_choices chosen WHERE chosen.user_id = ${other}), false))`;

/** Whether the first's interest in a project of the second was approved. */
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

/** Whether the other may be told that the member types, which tells that they are there. */
export async function mayTellTyping(db: Db, userId: number, otherId: number): Promise<boolean> {
  const [me, other] = [id(userId), id(otherId)];
  const { rows } = await sql<{ hidden: boolean }>`SELECT ${hidesPresence(other, me)} OR EXISTS (
    SELECT FROM notification_choices silent WHERE silent.user_id IN (${me}, ${other}) AND NOT silent.shows_typing) AS hidden`.execute(
    db,
  );
  return rows[0]?.hidden === false;
}
