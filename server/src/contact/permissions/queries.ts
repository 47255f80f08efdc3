import type { ContactFrom } from '@sangam/shared/contact/privacy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type AdvisoryLock, takeLocks } from '../../platform/db/advisory-locks.js';
import type { Db, Trx } from '../../platform/db/database.js';

export type Member = RawBuilder<number>;
/** A member's id as a value in a statement, for conditions about two members. */
export const asMember = (id: number): Member => sql<number>`${id}::int8`;

/** Whether one of two members has blocked the other: a condition for other subjects' queries. */
export const areBlocked = (a: Member, b: Member) => sql<SqlBool>`EXISTS (
  SELECT FROM blocks WHERE (blocker_id = ${a} AND blocked_id = ${b}) OR (blocker_id = ${b} AND blocked_id = ${a}))`;

/** The same for many members: those between whom and the reader there is a block are read once. */
export const isAmongBlocked = (reader: Member, member: Member) => sql<SqlBool>`(${member} IN (
  SELECT blocked_id FROM blocks WHERE blocker_id = ${reader} UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = ${reader}))`;

/** Whether the member of a `users` row is suspended or has asked for deletion. `users` is the table's name in the query. */
export const isGone = (users: string) => {
  const row = sql.ref(users);
  return sql<SqlBool>`(${row}.suspended_at IS NOT NULL OR ${row}.deleted_at IS NOT NULL)`;
};

/** Whether a member accepts messages and requests only from those they know. */
export const acceptsNobodyNew = (a: Member) => sql<SqlBool>`EXISTS (
  SELECT FROM notification_choices chosen WHERE chosen.user_id = ${a} AND chosen.contact_from = 'nobody')`;

/**
 * Whether two members are in one team, by the seats of the second: in a list the first is its reader. A scalar subquery: for EXISTS the
 * planner may read all teammates of the first.
 */
export const areTeamMates = (a: Member, b: Member) => sql<SqlBool>`coalesce((
  SELECT true FROM project_members theirs
  WHERE theirs.user_id = ${b}
    AND (SELECT true FROM project_members mine WHERE mine.project_id = theirs.project_id AND mine.user_id = ${a})
  LIMIT 1), false)`;

/**
 * Whether a member is among the reader's teammates, who are read once: for statements about many members of which the reader is one value.
 * For a member of 420 teams, `areTeamMates` read all these teams again for each member of a list. It takes the same time for every member.
 */
export const isAmongTeamMates = (reader: Member, member: Member) => sql<SqlBool>`(${member} IN (
  SELECT theirs.user_id FROM project_members own JOIN project_members theirs ON theirs.project_id = own.project_id
  WHERE own.user_id = ${reader}))`;

/**
 * Whether two members were in one team at the same time, also if one has left since. Participants stay in the conversation of their
 * team, whose numbers say when they joined and left.
 */
const wereTeamMates = (a: Member, b: Member) => sql<SqlBool>`EXISTS (
  SELECT FROM memberships one JOIN memberships two ON two.conversation_id = one.conversation_id
  WHERE one.user_id = ${a} AND one.other_id IS NULL AND two.user_id = ${b}
    AND (one.left_seq IS NULL OR one.left_seq >= two.joined_seq) AND (two.left_seq IS NULL OR two.left_seq >= one.joined_seq))`;

/**
 * Whether there is a pending or answered request or interest between them, which lifts the contact limits of both; withdrawn and
 * expired ones don't count.
 */
export const haveRequest = (a: Member, b: Member) => sql<SqlBool>`(EXISTS (
  SELECT FROM join_requests sent
  WHERE sent.status <> 'withdrawn'
    AND ((sent.creator_id = ${a} AND sent.requester_id = ${b}) OR (sent.creator_id = ${b} AND sent.requester_id = ${a}))
) OR EXISTS (
  SELECT FROM interests felt JOIN projects liked ON liked.id = felt.project_id
  WHERE felt.ended_by IS NULL
    AND ((felt.requester_id = ${a} AND liked.creator_id = ${b}) OR (felt.requester_id = ${b} AND liked.creator_id = ${a}))
))`;

/**
 * Whether the first member has opened up to the second by their own act: they share a team, the first has approved the
 * second's interest, or has sent the second a request, interest or invitation that was not withdrawn and has not ended. A request,
 * interest or invitation that the second has sent opens nothing, whatever comes of it short of that.
 */
export const hasOpenedTo = (a: Member, b: Member) => sql<SqlBool>`(${areTeamMates(b, a)} OR ${hasOpenedByAct(a, b)})`;

/** The same without a shared team. */
export const hasOpenedByAct = (a: Member, b: Member) => sql<SqlBool>`(${hasApproved(a, b)} OR EXISTS (
  SELECT FROM join_requests own
  WHERE own.status <> 'withdrawn' AND own.requester_id = ${a} AND own.creator_id = ${b}
) OR EXISTS (
  SELECT FROM interests mine JOIN projects theirs ON theirs.id = mine.project_id
  WHERE mine.ended_by IS NULL AND mine.requester_id = ${a} AND theirs.creator_id = ${b}
) OR EXISTS (
  SELECT FROM invitations given
  WHERE given.status <> 'withdrawn' AND given.delivered_at IS NOT NULL AND given.creator_id = ${a} AND given.member_id = ${b}
))`;

/**
 * Whether the first member has approved the second's interest in a project of theirs. It stays theirs when the project gets another
 * creator, who has approved nothing. Approvals from before migration 0098 name nobody and count as the creator's.
 */
export const hasApproved = (a: Member, b: Member) => sql<SqlBool>`EXISTS (
  SELECT FROM interests shown JOIN projects owned ON owned.id = shown.project_id
  WHERE shown.status = 'approved' AND shown.requester_id = ${b} AND coalesce(shown.approved_by, owned.creator_id) = ${a})`;

/** Whether the first member waits for the second's answer to a join request or interest. */
const hasAsked = (a: Member, b: Member) => sql<SqlBool>`(EXISTS (
  SELECT FROM join_requests asked
  WHERE asked.status = 'pending' AND asked.requester_id = ${a} AND asked.creator_id = ${b}
) OR EXISTS (
  SELECT FROM interests wished JOIN projects wanted ON wanted.id = wished.project_id
  WHERE wished.status = 'pending' AND wished.requester_id = ${a} AND wanted.creator_id = ${b}
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
 * Until the transaction ends, no block between the two begins. Waits for one that has begun, so that the next read sees it. Every act
 * that may bring two members together takes this lock first, except a message: it meets a block at the conversation's row.
 */
export const lockAgainstBlocks = (trx: Trx, a: number, b: number) =>
  takeLocks(trx, [{ ...blockLock(a, b), mode: 'shared' }]);

/** The same between a member and every other member of a team. */
export const lockTeamAgainstBlocks = (trx: Trx, projectId: number, userId: number) =>
  sql`SELECT pg_advisory_xact_lock_shared(hashtext('blocks'), pair) FROM (
    SELECT hashtext(least(user_id, ${userId}::int8) || ':' || greatest(user_id, ${userId}::int8)) AS pair
    FROM project_members WHERE project_id = ${projectId} AND user_id <> ${userId} ORDER BY pair) AS pairs`.execute(trx);

/** The same between a project's new creator and its applicants. */
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

/** Until the transaction ends, no act brings the two together. Waits for acts that have begun. */
export const lockForBlock = (trx: Trx, a: number, b: number) => takeLocks(trx, [blockLock(a, b)]);

/** The same as one of several locks. */
export const blockLock = (a: number, b: number): AdvisoryLock => ({
  kind: 'blocks',
  key: pairOf(a, b),
  mode: 'exclusive',
});

const pairOf = (a: number, b: number) => `${Math.min(a, b)}:${Math.max(a, b)}`;

/** This member's project, if it is open and not hidden: others may ask about it from its page. */
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
  /** One of the two blocks the other. */
  is_blocked: boolean;
  /** The other member is suspended or has asked for deletion. */
  is_gone: boolean;
  /** This member is, or doesn't exist. Under `actingLock`, so they are not until the transaction ends. */
  is_self_gone: boolean;
  are_team_mates: boolean;
  /** They share a team, or did before one of them left it. */
  were_team_mates: boolean;
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
export async function findPermissions(db: Db | Trx, userId: number, otherId: number): Promise<Permissions | undefined> {
  const [me, other] = [asMember(userId), asMember(otherId)];
  const { rows } = await sql<Permissions>`
    SELECT ${areBlocked(me, other)} AS is_blocked, ${isGone('u')} AS is_gone,
           coalesce((SELECT ${isGone('self')} FROM users self WHERE self.id = ${me}), true) AS is_self_gone, ${areTeamMates(me, other)} AS are_team_mates,
           ${wereTeamMates(me, other)} AS were_team_mates,
           ${hasOpenedTo(other, me)} AS has_opened, ${hasAsked(me, other)} AS has_asked, ${haveRequest(me, other)} AS have_request,
           coalesce((
             SELECT sent[CASE WHEN low_id = ${other} THEN 1 ELSE 2 END] > 0 FROM conversations
             WHERE low_id = least(${me}, ${other}) AND high_id = greatest(${me}, ${other})), false) AS has_written,
           (SELECT request FROM memberships WHERE user_id = ${other} AND other_id = ${me}) AS request,
           coalesce((SELECT contact_from FROM notification_choices WHERE user_id = ${other}), 'anyone') AS contact_from
    FROM users u WHERE u.id = ${other}`.execute(db);
  return rows[0];
}
