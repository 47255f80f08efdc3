import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { builtOnce, type Value } from '../../platform/db/built-once.js';
import type { Db, Trx } from '../../platform/db/database.js';
import {
  areBlocked,
  areTeammates,
  asMember,
  hasApproved,
  hasOpenedByAct,
  hasOpenedTo,
  haveTalked,
  isAmongBlocked,
  isAmongTeammates,
  isGone,
  isMessageRequest,
  type Member,
} from './queries.js';

/**
 * Conditions for other subjects' queries: which facts about a member another member may see. No other query uses the table aliases in here,
 * so that they don't shadow the expressions that are passed.
 */

/** A scalar subquery: for EXISTS the planner may read all members once. */
const isGoneMember = (member: Member) =>
  sql<SqlBool>`coalesce((SELECT ${isGone('gone')} FROM users gone WHERE gone.id = ${member}), false)`;

/** Whether there is a block between the two, the other is gone, or the other hasn't accepted the viewer's message request. */
export const isOutOfSight = (viewer: Member, other: Member) => sql<SqlBool>`(${areBlocked(viewer, other)}
  OR ${isMessageRequest(viewer, other)}
  OR ${isGoneMember(other)})`;

/** Whether two members have neither a message, a team, nor a request, interest or invitation between them. */
export const areStrangers = (a: Member, b: Member, at: Date) => sql<SqlBool>`NOT (${a} = ${b} OR coalesce((
    SELECT common.last_seq > 0 FROM conversations common
    WHERE common.low_id = least(${a}, ${b}) AND common.high_id = greatest(${a}, ${b})), false)
  OR ${areTeammates(a, b)} OR ${hasOpenedByAct(a, b, at)} OR ${hasOpenedByAct(b, a, at)})`;

/**
 * Whether either member's choice hides presence from both: a member who hides their presence sees none, so the narrower choice applies.
 * With "people they talk or work with", a member's own actions decide who these are. For two members who never chose, this only looks into
 * an index of those who did.
 */
const isPresenceReserved = (a: Member, b: Member, at: Value<Date>) => sql<SqlBool>`EXISTS (
  SELECT FROM notification_choices chosen
  WHERE chosen.user_id IN (${a}, ${b}) AND chosen.presence_for <> 'anyone' AND ${a} <> ${b}
    AND (chosen.presence_for = 'nobody' OR NOT (${haveTalked(a, b)}
      OR CASE WHEN chosen.user_id = ${a} THEN ${hasOpenedTo(a, b, at)} ELSE ${hasOpenedTo(b, a, at)} END)))`;

/** Whether a member's presence is hidden from another member. */
export const hidesPresence = (viewer: Member, other: Member, at: Value<Date>) =>
  sql<SqlBool>`(${isOutOfSight(viewer, other)} OR ${isPresenceReserved(viewer, other, at)})`;

/** Whether read marks are hidden between the two members. */
export const hidesReadMarks = (a: Member, b: Member) =>
  sql<SqlBool>`(${areBlocked(a, b)} OR ${isReadingReserved(a, b)})`;

/** Like `hidesReadMarks`, for many others of a single member, whose blocks and choice are read once. */
export const hidesReadMarksFrom = (member: Member, other: Member) =>
  sql<SqlBool>`(${isAmongBlocked(member, other)} OR ${hidesOwnReadMarks(member)} OR ${hidesOwnReadMarks(other)})`;

/** Whether one of the two chose to hide read marks. */
export const isReadingReserved = (a: Member, b: Member) => sql<SqlBool>`EXISTS (
  SELECT FROM notification_choices chosen WHERE chosen.user_id IN (${a}, ${b}) AND NOT chosen.shows_read_marks)`;

/** Whether a member chose to hide read marks: in a team's conversation, theirs from all others and all others' from them. */
export const hidesOwnReadMarks = (member: Member) => isReadingReserved(member, member);

/**
 * Whether the viewer's search by name finds another member, for statements with a single viewer, whose blocks are read once. Uses scalar
 * subqueries, as in `isGoneMember`. All facts are read, so that the answer takes as long whatever the reason.
 */
export const mayBeFound = (
  viewer: Member,
  other: Member,
  at: Date,
) => sql<SqlBool>`(SELECT NOT found.is_blocked AND NOT found.is_gone AND NOT found.hides
  FROM (SELECT ${isAmongBlocked(viewer, other)} AS is_blocked, coalesce((
    SELECT ${isGone('missing')} FROM users missing WHERE missing.id = ${other}), true) AS is_gone, coalesce((
    SELECT chosen.found_by = 'nobody'
      OR (chosen.found_by = 'teams' AND NOT ${hasOpenedTo(other, viewer, at)})
    FROM notification_choices chosen WHERE chosen.user_id = ${other}), false) AS hides OFFSET 0) AS found)`;

/**
 * The other's email address as the viewer sees it: `address` if they share a team or one of them approved the other's interest,
 * otherwise ''.
 */
export const shownEmail = (viewer: Member, other: Member, address: RawBuilder<string>) =>
  emailBy({ areTeammates: areTeammates(viewer, other), isBlocked: areBlocked(viewer, other) }, viewer, other, address);

/** Like `shownEmail`, for long lists with a single viewer, whose teammates and blocks are read once. */
export const shownEmailTo = (viewerId: Value<number>, other: Member, address: RawBuilder<string>) => {
  const viewer = asMember(viewerId);
  const ties = { areTeammates: isAmongTeammates(viewer, other), isBlocked: isAmongBlocked(viewer, other) };
  return emailBy(ties, viewer, other, address);
};

const emailBy = (
  ties: { areTeammates: RawBuilder<SqlBool>; isBlocked: RawBuilder<SqlBool> },
  viewer: Member,
  other: Member,
  address: RawBuilder<string>,
) => sql<string>`CASE
  WHEN ${viewer} = ${other} THEN ${address}
  WHEN (${ties.areTeammates} OR ${hasApproved(viewer, other)} OR ${hasApproved(other, viewer)})
    AND NOT ${ties.isBlocked} AND NOT ${isGoneMember(other)} THEN ${address}
  ELSE '' END`;

/** Adds the address of each member who shares their name with another of these members, if the viewer may see it. */
export async function withNamesakeEmails<M extends { id: number; name: string }>(
  db: Db | Trx,
  viewerId: number,
  members: readonly M[],
): Promise<(M & { email?: string })[]> {
  const names = members.map(({ name }) => name.toLowerCase());
  const ids = members
    .map(({ id }) => id)
    .filter((_, at) => names.indexOf(names[at] ?? '') !== names.lastIndexOf(names[at] ?? ''));
  if (ids.length === 0) return [...members];
  const { rows } = await sql<{ id: number; email: string }>`
    SELECT u.id, ${shownEmail(asMember(viewerId), sql.ref('u.id'), sql`u.email`)} AS email
    FROM users u WHERE u.id = ANY(${ids}::bigint[])`.execute(db);
  const emails = new Map(rows.map(({ id, email }) => [id, email]));
  return members.map((member) => {
    const email = emails.get(member.id) ?? '';
    return email === '' ? member : { ...member, email };
  });
}

/** Whether the other may not see that the member types, which also reveals the member's presence. */
export const hidesTyping = (
  member: Member,
  other: Member,
  at: Value<Date>,
) => sql<SqlBool>`(${hidesPresence(other, member, at)} OR EXISTS (
  SELECT FROM notification_choices silent WHERE silent.user_id IN (${member}, ${other}) AND NOT silent.shows_typing))`;

/**
 * Whether the other may see that the member is typing, which also reveals the member's presence. The reader of a message request sees it
 * once they have accepted.
 */
export async function mayShowTyping(db: Db, userId: number, otherId: number, at: Date): Promise<boolean> {
  const [found] = await findTypingHidden(db, { userId, otherId, at });
  return found?.hidden === false;
}

const findTypingHidden = builtOnce<{ userId: number; otherId: number; at: Date }, { hidden: boolean }>(
  ({ userId, otherId, at }) => {
    const [me, other] = [asMember(userId), asMember(otherId)];
    return sql`SELECT ${hidesTyping(me, other, at)} OR ${isMessageRequest(me, other)} AS hidden`;
  },
);
