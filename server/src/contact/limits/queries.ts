import { contactServerLimits } from '@sangam/shared/contact/limits';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AdvisoryLock } from '../../platform/db/advisory-locks.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { isOpen } from '../../platform/records/open-requests.queries.js';
import { areTeammates, asMember, hasOpenedTo, haveRequest } from '../permissions/queries.js';

const holds = async (db: Db | Trx, condition: RawBuilder<SqlBool>): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`SELECT ${condition} AS is`.execute(db);
  return rows[0]?.is ?? false;
};

export const isTeammate = (db: Db | Trx, a: number, b: number): Promise<boolean> =>
  holds(db, areTeammates(asMember(a), asMember(b)));

/**
 * Serializes the checks of one member's contact limits, so that each transaction sees what the previous one added. Not the member's row,
 * which a rename locks before the projects that an action has already locked.
 */
export const limitsLock = (userId: number): AdvisoryLock => ({
  kind: 'contact limits',
  key: String(userId),
  mode: 'exclusive',
});

/** Whether the member was asked to verify their address and hasn't yet. */
export const isUnverified = (trx: Trx, userId: number): Promise<boolean> =>
  holds(
    trx,
    sql<SqlBool>`EXISTS (
      SELECT FROM users WHERE id = ${userId} AND email_verified_at IS NULL AND verification_asked)`,
  );

const readCount = async (db: Db | Trx, query: RawBuilder<{ count: number }>): Promise<number> =>
  (await query.execute(db)).rows[0]?.count ?? 0;

/**
 * Counts a member's pending join requests and interest, and the invitations that they sent, without those to teammates and requests for a
 * waitlist. Reopened requests don't count again, nor requests after their deadline, even if the timer hasn't run. An invitation counts for
 * 7 days, whenever it is delivered.
 */
export const countPendingRequests = (db: Db | Trx, userId: number, at: Date): Promise<number> =>
  readCount(
    db,
    sql<{ count: number }>`
      SELECT count(*) AS count FROM (
        SELECT creator_id AS other_id FROM join_requests
        WHERE requester_id = ${userId} AND line_place IS NULL AND reopened_at IS NULL AND NOT for_waitlist
          AND ${isOpen('join_requests', at)}
        UNION ALL
        SELECT p.creator_id FROM interests i JOIN projects p ON p.id = i.project_id
        WHERE i.requester_id = ${userId} AND ${isOpen('interests', at, 'i')}
        UNION ALL
        SELECT member_id FROM invitations WHERE creator_id = ${userId} AND status = 'pending'
          AND created_at > ${new Date(at.getTime() - contactServerLimits.invitationPlaceMs)}
      ) pending WHERE NOT ${areTeammates(asMember(userId), sql<number>`pending.other_id`)}`,
  );

/** Counts the waitlists that a member is on or has asked for, without those of teammates. A request with a seat offer no longer counts. */
export const countWaitlists = (db: Db | Trx, userId: number, at: Date): Promise<number> =>
  readCount(
    db,
    sql<{ count: number }>`
      SELECT count(*) AS count FROM join_requests
      WHERE requester_id = ${userId} AND coalesce(line_place > 0, for_waitlist) AND ${isOpen('join_requests', at)}
        AND NOT ${areTeammates(asMember(userId), sql<number>`creator_id`)}`,
  );

/** Counts a member's unanswered first messages since then to members to whom their messages are still limited (`isLimited`). */
export const countFirstMessages = (
  db: Db | Trx,
  userId: number,
  { since, at }: { since: Date; at: Date },
): Promise<number> =>
  readCount(
    db,
    sql<{ count: number }>`
      SELECT count(*) AS count
      FROM memberships m
      JOIN conversations c ON c.id = m.conversation_id
      JOIN messages f ON f.conversation_id = c.id AND f.seq = 1
      WHERE m.user_id = ${userId} AND m.other_id IS NOT NULL AND c.last_seq > 0 AND f.created_at > ${since}
        AND c.last_seq = c.sent[m.slot]
        AND NOT EXISTS (
          SELECT FROM memberships opened
          WHERE opened.user_id = m.other_id AND opened.other_id = m.user_id AND opened.request = 'accepted')
        AND NOT ${hasOpenedTo(sql<number>`m.other_id`, asMember(userId), at)}
        AND NOT ${haveRequest(asMember(userId), sql<number>`m.other_id`, at)}`,
  );

/** Counts the messages that one member has sent to another. */
export const countSent = (db: Db | Trx, userId: number, otherId: number): Promise<number> =>
  readCount(
    db,
    sql<{ count: number }>`
      SELECT sent[CASE WHEN low_id = ${userId} THEN 1 ELSE 2 END] AS count FROM conversations
      WHERE low_id = least(${userId}::int8, ${otherId}::int8) AND high_id = greatest(${userId}::int8, ${otherId}::int8)`,
  );
