import type { ContactFrom } from '@sangam/shared/contact/privacy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type AdvisoryLock, takeLocks } from '../../platform/db/advisory-locks.js';
import type { Value } from '../../platform/db/built-once.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { isOpen, isOpenOrAnswered } from '../../platform/records/open-requests.queries.js';

export type Member = RawBuilder<number>;
/** A member's id as a value in a statement, for conditions about two members. */
export const asMember = (id: Value<number>): Member => sql<number>`${id}::int8`;

/** Whether one of two members has blocked the other: a condition for other subjects' queries. */
export const areBlocked = (a: Member, b: Member) => sql<SqlBool>`EXISTS (
  SELECT FROM blocks WHERE (blocker_id = ${a} AND blocked_id = ${b}) OR (blocker_id = ${b} AND blocked_id = ${a}))`;

/** Like `areBlocked`, for many members: everybody with a block between them and the reader is read once. */
export const isAmongBlocked = (reader: Member, member: Member) => sql<SqlBool>`(${member} IN (
  SELECT blocked_id FROM blocks WHERE blocker_id = ${reader} UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = ${reader}))`;

/** Whether the member of a row is suspended or has asked for deletion. `users` is the table's alias in the query. */
export const isGone = (users: string) => {
  const row = sql.ref(users);
  return sql<SqlBool>`(${row}.suspended_at IS NOT NULL OR ${row}.deleted_at IS NOT NULL)`;
};

/** Whether a member accepts messages and requests only from those they know. */
export const acceptsNobodyNew = (a: Member) => sql<SqlBool>`EXISTS (
  SELECT FROM notification_choices chosen WHERE chosen.user_id = ${a} AND chosen.contact_from = 'nobody')`;

/**
 * Whether two members are in one team, by the seats of `b`; in a list, `a` is the reader. A scalar subquery: for EXISTS the planner may
 * read all teammates of `a`.
 */
export const areTeammates = (a: Member, b: Member) => sql<SqlBool>`coalesce((
  SELECT true FROM project_members theirs
  WHERE theirs.user_id = ${b}
    AND (SELECT true FROM project_members mine WHERE mine.project_id = theirs.project_id AND mine.user_id = ${a})
  LIMIT 1), false)`;

/**
 * Whether a member is among the reader's teammates, who are read once: for statements about many members with a single reader. For a reader
 * with 420 teams, `areTeammates` would read all these teams for each member of a list. It takes the same time for every member.
 */
export const isAmongTeammates = (reader: Member, member: Member) => sql<SqlBool>`(${member} IN (
  SELECT theirs.user_id FROM project_members own JOIN project_members theirs ON theirs.project_id = own.project_id
  WHERE own.user_id = ${reader}))`;

/**
 * Whether two members are or were in one team at the same time. Participants stay in their team's conversation, whose message numbers show
 * when they joined and left. `b`'s teams are read first: looked up one by one, the 200 teams of `a` take 600 blocks.
 */
const wereTeammates = (a: Member, b: Member) => sql<SqlBool>`EXISTS (
  SELECT FROM memberships one JOIN memberships two ON two.conversation_id = one.conversation_id
  WHERE one.user_id = ${a} AND one.other_id IS NULL AND two.user_id = ${b}
    AND one.conversation_id = ANY (ARRAY(SELECT conversation_id FROM memberships WHERE user_id = ${b} AND other_id IS NULL))
    AND (one.left_seq IS NULL OR one.left_seq >= two.joined_seq) AND (two.left_seq IS NULL OR two.left_seq >= one.joined_seq))`;

/**
 * Whether an interest is in a member's project. `interests` is the table's alias in the query. A scalar subquery: for a join the planner may
 * compare each interest with each of the member's projects.
 */
const isProjectOf = (member: Member, interests: string) => sql<SqlBool>`coalesce((
  SELECT true FROM projects aimed WHERE aimed.creator_id = ${member} AND aimed.id = ${sql.ref(`${interests}.project_id`)}), false)`;

/**
 * Whether there is a pending or answered request or interest between the two, which lifts the contact limits of both; withdrawn and expired
 * ones don't count.
 */
export const haveRequest = (a: Member, b: Member, at: Date) => sql<SqlBool>`(EXISTS (
  SELECT FROM join_requests sent
  WHERE ${isOpenOrAnswered('join_requests', at, 'sent')}
    AND ((sent.creator_id = ${a} AND sent.requester_id = ${b}) OR (sent.creator_id = ${b} AND sent.requester_id = ${a}))
) OR EXISTS (
  SELECT FROM interests felt
  WHERE ${isOpenOrAnswered('interests', at, 'felt')}
    AND ((felt.requester_id = ${a} AND ${isProjectOf(b, 'felt')}) OR (felt.requester_id = ${b} AND ${isProjectOf(a, 'felt')}))
))`;

/**
 * Whether `a` has opened up to `b` by an action of their own: they share a team, `a` has approved `b`'s interest, or `a` has sent `b` a
 * request, interest or invitation that was not withdrawn and has not ended. A request, interest or invitation by `b` doesn't count unless
 * it leads to one of these.
 */
export const hasOpenedTo = (a: Member, b: Member, at: Value<Date>) =>
  sql<SqlBool>`(${areTeammates(b, a)} OR ${hasOpenedByAct(a, b, at)})`;

/** The same without a shared team. */
export const hasOpenedByAct = (a: Member, b: Member, at: Value<Date>) => sql<SqlBool>`(${hasApproved(a, b)} OR EXISTS (
  SELECT FROM join_requests own
  WHERE ${isOpenOrAnswered('join_requests', at, 'own')} AND own.requester_id = ${a} AND own.creator_id = ${b}
) OR EXISTS (
  SELECT FROM interests mine
  WHERE ${isOpenOrAnswered('interests', at, 'mine')} AND mine.requester_id = ${a} AND ${isProjectOf(b, 'mine')}
) OR EXISTS (
  SELECT FROM invitations given
  WHERE ${isOpenOrAnswered('invitations', at, 'given')} AND given.delivered_at IS NOT NULL AND given.creator_id = ${a} AND given.member_id = ${b}
))`;

/**
 * Whether `a` has approved `b`'s interest in a project of theirs. The approval stays `a`'s after a transfer, since the new creator has
 * approved nothing. Approvals from before migration 0098 don't name the approver and count as the creator's.
 */
export const hasApproved = (a: Member, b: Member) => sql<SqlBool>`EXISTS (
  SELECT FROM interests shown JOIN projects owned ON owned.id = shown.project_id
  WHERE shown.status = 'approved' AND shown.requester_id = ${b} AND coalesce(shown.approved_by, owned.creator_id) = ${a})`;

/** Whether the first member waits for the second's answer to a join request or interest. */
const hasAsked = (a: Member, b: Member, at: Date) => sql<SqlBool>`(EXISTS (
  SELECT FROM join_requests asked
  WHERE ${isOpen('join_requests', at, 'asked')} AND asked.requester_id = ${a} AND asked.creator_id = ${b}
) OR EXISTS (
  SELECT FROM interests wished
  WHERE ${isOpen('interests', at, 'wished')} AND wished.requester_id = ${a} AND ${isProjectOf(b, 'wished')}
))`;

/** Whether the two have a conversation that was answered or accepted. */
export const haveTalked = (a: Member, b: Member) => sql<SqlBool>`(coalesce((
    SELECT talk.sent[1] > 0 AND talk.sent[2] > 0 FROM conversations talk
    WHERE talk.low_id = least(${a}, ${b}) AND talk.high_id = greatest(${a}, ${b})), false)
  OR EXISTS (
    SELECT FROM memberships opened WHERE opened.request = 'accepted'
      AND ((opened.user_id = ${a} AND opened.other_id = ${b}) OR (opened.user_id = ${b} AND opened.other_id = ${a}))))`;

/** Whether a member's messages are a message request that the reader hasn't accepted. */
export const isMessageRequest = (sender: Member, reader: Member) => sql<SqlBool>`EXISTS (
  SELECT FROM memberships message_request
  WHERE message_request.user_id = ${reader} AND message_request.other_id = ${sender} AND message_request.request IN ('waiting', 'ignored'))`;

/**
 * Keeps a block between the two from starting until the transaction ends. Waits for one in progress, so that the next read sees it. Every
 * action that may bring two members together takes this lock first, except a message, which meets a block at the conversation's row.
 */
export const lockAgainstBlocks = (trx: Trx, a: number, b: number) =>
  takeLocks(trx, [{ ...blockLock(a, b), mode: 'shared' }]);

/** Like `lockAgainstBlocks`, between a member and every other member of a team. */
export const lockTeamAgainstBlocks = (trx: Trx, projectId: number, userId: number) =>
  sql`SELECT pg_advisory_xact_lock_shared(hashtext('blocks'), pair) FROM (
    SELECT hashtext(least(user_id, ${userId}::int8) || ':' || greatest(user_id, ${userId}::int8)) AS pair
    FROM project_members WHERE project_id = ${projectId} AND user_id <> ${userId} ORDER BY pair) AS pairs`.execute(trx);

/** Like `lockAgainstBlocks`, between a project's new creator and its applicants. */
export const lockApplicantsAgainstBlocks = (trx: Trx, projectId: number, creatorId: number) =>
  sql`SELECT pg_advisory_xact_lock_shared(hashtext('blocks'), pair) FROM (
    SELECT DISTINCT hashtext(least(requester_id, ${creatorId}::int8) || ':' || greatest(requester_id, ${creatorId}::int8)) AS pair
    FROM (${applicantsOf(projectId)}) AS applicants WHERE requester_id <> ${creatorId} ORDER BY pair) AS pairs`.execute(
    trx,
  );

/** Members with a request or interest in this project that was not withdrawn and has not ended. */
const applicantsOf = (projectId: number) => sql<{ requester_id: number }>`
  SELECT requester_id FROM join_requests WHERE project_id = ${projectId} AND status <> 'withdrawn'
  UNION SELECT requester_id FROM interests WHERE project_id = ${projectId} AND ended_by IS NULL`;

/** Keeps actions from bringing the two together until the transaction ends. Waits for those in progress. */
export const lockForBlock = (trx: Trx, a: number, b: number) => takeLocks(trx, [blockLock(a, b)]);

/** The lock of `lockForBlock`, to take as one of several. */
export const blockLock = (a: number, b: number): AdvisoryLock => ({
  kind: 'blocks',
  key: pairOf(a, b),
  mode: 'exclusive',
});

/** One key for two members, in either order. */
export const pairOf = (a: number, b: number) => `${Math.min(a, b)}:${Math.max(a, b)}`;

/** Returns this member's project if it is open and not hidden, so that others may ask about it from its page. */
export const findOpenProjectOf = (trx: Trx, projectId: number, creatorId: number) =>
  trx
    .selectFrom('projects')
    .select(['id', 'title'])
    .where('id', '=', projectId)
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'open')
    .where('hidden_at', 'is', null)
    .executeTakeFirst();

/** The facts between two members that the rules in `refusals.ts` need. */
export interface Permissions {
  /** There is a block between the two. */
  is_blocked: boolean;
  /** The other member is suspended or has asked for deletion. */
  is_gone: boolean;
  /** This member is gone or doesn't exist. Under `actingLock`, false holds until the transaction ends. */
  is_self_gone: boolean;
  are_teammates: boolean;
  /** They share a team, or did at some time. */
  were_teammates: boolean;
  /** The other member has opened up to this one (`hasOpenedTo`). */
  has_opened: boolean;
  /** This member waits for the other's answer to a join request or interest. */
  has_asked: boolean;
  /** There is a request or interest between them, which lifts the contact limits. */
  have_request: boolean;
  /** The other member has written to this one. */
  has_written: boolean;
  /** The state of this member's message request to the other; null if there was none. */
  request: 'waiting' | 'accepted' | 'ignored' | null;
  /** The other's choice of members who may write to them first. */
  contact_from: ContactFrom;
}

/** Undefined if the other member doesn't exist. */
export async function findPermissions(
  db: Db | Trx,
  userId: number,
  otherId: number,
  at: Date,
): Promise<Permissions | undefined> {
  const [me, other] = [asMember(userId), asMember(otherId)];
  const { rows } = await sql<Permissions>`
    SELECT ${areBlocked(me, other)} AS is_blocked, ${isGone('u')} AS is_gone,
           coalesce((SELECT ${isGone('self')} FROM users self WHERE self.id = ${me}), true) AS is_self_gone, ${areTeammates(me, other)} AS are_teammates,
           ${wereTeammates(me, other)} AS were_teammates,
           ${hasOpenedTo(other, me, at)} AS has_opened, ${hasAsked(me, other, at)} AS has_asked, ${haveRequest(me, other, at)} AS have_request,
           coalesce((
             SELECT sent[CASE WHEN low_id = ${other} THEN 1 ELSE 2 END] > 0 FROM conversations
             WHERE low_id = least(${me}, ${other}) AND high_id = greatest(${me}, ${other})), false) AS has_written,
           (SELECT request FROM memberships WHERE user_id = ${other} AND other_id = ${me}) AS request,
           coalesce((SELECT contact_from FROM notification_choices WHERE user_id = ${other}), 'anyone') AS contact_from
    FROM users u WHERE u.id = ${other}`.execute(db);
  return rows[0];
}
