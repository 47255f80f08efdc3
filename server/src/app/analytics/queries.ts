import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { isOpen } from '../../platform/records/open-requests.queries.js';
import { isUnasked } from '../../requests/requests.js';

/** Counts of one week. `week` is its number: week 1 begins at the first of the moments. */
interface WeekRow {
  week: number;
  requests_received: number;
  requests_answered: number;
  answer_ms: number | null;
  sent_accepted: number;
  sent_rejected: number;
  sent_pending: number;
  sent_ended: number;
  teams_joined: number;
  members_joined: number;
}

interface Range {
  userId: number;
  /** The beginning of each week, and the end of the last one. */
  moments: readonly Date[];
}

const momentsOf = (moments: readonly Date[]): RawBuilder<Date[]> =>
  sql`${moments.map((moment) => moment.toISOString())}::timestamptz[]`;

/** Returns the weeks with requests, answers or new teams. Each part reads an index by member and time. */
export async function countByWeek(db: Db, { userId, moments, now }: Range & { now: Date }): Promise<WeekRow[]> {
  const [me, bounds] = [sql<number>`${userId}::int8`, momentsOf(moments)];
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${moments.at(0)}::timestamptz AND ${sql.ref(column)} < ${moments.at(-1)}::timestamptz`;
  const week = (column: string) => sql`width_bucket(${sql.ref(column)}, ${bounds}) AS week`;
  const { rows } = await sql<WeekRow>`
    WITH received AS (
      SELECT ${week('created_at')}, count(*) AS requests_received
      FROM (${receivedBy({ userId, moments })}) AS r WHERE ${within('created_at')} GROUP BY 1
    ), answered AS (
      SELECT ${week('ended_at')}, count(*) AS requests_answered,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY took_ms) AS answer_ms FROM request_answers
      WHERE creator_id = ${me} AND took_ms IS NOT NULL AND ${within('ended_at')} GROUP BY 1
    ), sent AS (
      SELECT ${week('created_at')}, count(*) FILTER (WHERE status = 'accepted') AS sent_accepted,
        count(*) FILTER (WHERE status = 'rejected') AS sent_rejected,
        count(*) FILTER (WHERE ${isOpen('join_requests', now)}) AS sent_pending,
        count(*) FILTER (WHERE status NOT IN ('accepted', 'rejected') AND NOT ${isOpen('join_requests', now)}) AS sent_ended FROM join_requests
      WHERE requester_id = ${me} AND NOT ${isUnasked} AND ${within('created_at')} GROUP BY 1
    ), teams AS (
      SELECT ${week('created_at')}, count(*) FILTER (WHERE kind = 'seat:taken') AS teams_joined,
        count(*) FILTER (WHERE kind = 'member:joined') AS members_joined FROM activities
      WHERE user_id = ${me} AND kind IN ('seat:taken', 'member:joined') AND ${within('created_at')} GROUP BY 1
    )
    SELECT week, coalesce(requests_received, 0) AS requests_received, coalesce(requests_answered, 0) AS requests_answered,
      answer_ms, coalesce(sent_accepted, 0) AS sent_accepted, coalesce(sent_rejected, 0) AS sent_rejected,
      coalesce(sent_pending, 0) AS sent_pending, coalesce(sent_ended, 0) AS sent_ended,
      coalesce(teams_joined, 0) AS teams_joined, coalesce(members_joined, 0) AS members_joined
    FROM received FULL JOIN answered USING (week) FULL JOIN sent USING (week) FULL JOIN teams USING (week)`.execute(db);
  return rows;
}

/**
 * Requests count for the project's creator at that time, since the project may have been transferred later: the creator who had to answer,
 * if that is recorded; otherwise the creator when the request ended (the member who made the first transfer after that), or the current
 * one. The creator's newest requests are grouped with what they answered: requests of other creators or from before the first week are few,
 * and looked up one by one.
 */
function receivedBy({ userId, moments: [since] }: Range) {
  const me = sql<number>`${userId}::int8`;
  const isRecorded = sql`EXISTS (SELECT FROM request_answers WHERE request_id = r.id)`;
  const becameCreator = (before: RawBuilder<Date>) => sql`EXISTS (SELECT FROM activities took WHERE took.user_id = ${me}
    AND took.kind = 'transfer:accepted' AND took.project_id = r.project_id
    AND took.created_at > r.decided_at AND took.created_at < ${before})`;
  return sql`
    WITH known AS MATERIALIZED (
      SELECT id, bool_or(is_answered) AS is_answered, bool_or(is_asked) AS is_asked, max(created_at) AS created_at,
        max(project_id) AS project_id, max(decided_at) AS decided_at
      FROM (
        SELECT request_id AS id, true AS is_answered, false AS is_asked, NULL::timestamptz AS created_at, NULL::int8 AS project_id,
          NULL::timestamptz AS decided_at
        FROM request_answers WHERE creator_id = ${me} AND ended_at >= ${since}
        UNION ALL
        SELECT id, false, NOT ${isUnasked}, created_at, project_id, decided_at
        FROM join_requests WHERE creator_id = ${me} AND created_at >= ${since}
      ) AS each GROUP BY id
    )
    SELECT coalesce(r.created_at, (SELECT created_at FROM join_requests WHERE id = r.id)) AS created_at FROM known r WHERE r.is_answered
    UNION ALL
    SELECT r.created_at FROM known r
    WHERE NOT r.is_answered AND r.is_asked AND NOT ${isRecorded} AND NOT ${becameCreator(sql`'infinity'`)}
    UNION ALL
    SELECT r.created_at FROM activities gave JOIN join_requests r ON r.project_id = gave.project_id
    WHERE gave.user_id = ${me} AND gave.kind = 'transfer:done' AND gave.created_at >= ${since}
      AND NOT ${isRecorded} AND NOT ${isUnasked} AND r.created_at >= ${since} AND r.decided_at < gave.created_at AND NOT ${becameCreator(sql`gave.created_at`)}
      AND NOT EXISTS (SELECT FROM activities earlier WHERE earlier.user_id = ${me} AND earlier.kind = 'transfer:done'
        AND earlier.project_id = r.project_id AND earlier.created_at > r.decided_at AND earlier.created_at < gave.created_at)`;
}

/** Returns the median time that a member took to answer since the first moment, in milliseconds; null without answers. */
export async function findMedianAnswer(db: Db, { userId, moments }: Range): Promise<number | null> {
  const { rows } = await sql<{ took_ms: number | null }>`
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY took_ms) AS took_ms FROM request_answers
    WHERE creator_id = ${userId} AND took_ms IS NOT NULL AND ended_at >= ${moments.at(0)} AND ended_at < ${moments.at(-1)}`.execute(
    db,
  );
  return rows[0]?.took_ms ?? null;
}

/** How many messages were sent and received before a moment, in the member's most recent conversations. */
interface MessageRow {
  moment: number;
  mine: number;
  theirs: number;
}

/**
 * Counts messages at each moment, by halving within each conversation that has one since the first moment (migration 0136). Long lists
 * are read from `kept_conversations` in order, short ones from the memberships. Message requests are left out. `LIMIT 1` keeps the planner
 * from reading all memberships.
 */
export async function countMessagesAt(
  db: Db,
  { userId, moments }: Range,
  max: number,
): Promise<{ rows: MessageRow[]; isPart: boolean }> {
  const [me, bounds, since] = [sql<number>`${userId}::int8`, momentsOf(moments), moments[0]];
  const isListed = sql`(m.request IS NULL OR m.request = 'accepted') AND m.other_id IS NOT NULL`;
  const { rows } = await sql<MessageRow & { conversations: number }>`
    WITH active AS MATERIALIZED (
      (SELECT m.conversation_id, c.last_message_at FROM memberships m JOIN conversations c ON c.id = m.conversation_id
       WHERE m.user_id = ${me} AND NOT EXISTS (SELECT FROM kept_lists WHERE user_id = ${me})
         AND c.last_message_at >= ${since} AND ${isListed}
       ORDER BY c.last_message_at DESC LIMIT ${max + 1})
      UNION ALL
      (SELECT m.conversation_id, k.last_message_at FROM (
         SELECT user_id, other_id, last_message_at FROM kept_conversations
         WHERE user_id = ${me} AND last_message_at >= ${since} ORDER BY last_message_at DESC, other_id DESC LIMIT ${max + 1}
       ) AS k JOIN LATERAL (
         SELECT * FROM memberships WHERE memberships.user_id = k.user_id AND memberships.other_id = k.other_id LIMIT 1
       ) AS m ON true WHERE ${isListed})
    )
    SELECT counted.moment, sum(counted.mine)::int8 AS mine, sum(counted.theirs)::int8 AS theirs,
      (SELECT count(*) FROM active) AS conversations
    FROM (SELECT conversation_id FROM active ORDER BY last_message_at DESC LIMIT ${max}) AS a,
      LATERAL message_counts_at(a.conversation_id, ${me}, ${bounds}) AS counted
    GROUP BY counted.moment`.execute(db);
  return { rows, isPart: (rows[0]?.conversations ?? 0) > max };
}
