import { chatLimits } from '@sangam/shared/chat/limits';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Value } from '../../platform/db/built-once.js';
import { otherSent, unreadColumns } from './membership.queries.js';

/** The longest page, and one row that shows whether there is more. */
const ROWS_MAX = Math.max(chatLimits.conversationsPageMax, chatLimits.unreadConversationsPageMax) + 1;

const columns = sql`
  m.user_id, m.other_id, m.conversation_id, m.read_seq, c.last_seq, c.last_change, c.last_message_at, m.request,
  ${unreadColumns}`;

/**
 * A member's direct conversations with a message (or only those with an unread one), newest first: the first page, or the one below the
 * time and member that `below` selects. A long list is read from `kept_conversations` (migration 0046) in order, a short one is sorted,
 * so only one half finds rows. `OFFSET 0` keeps the planner from preparing for the other half; `LIMIT 1` and the longest page keep a
 * generic plan from joining all conversations.
 */
interface Page {
  below?: RawBuilder<unknown> | undefined;
  onlyUnread?: boolean;
  limit: Value<number>;
}

export function pageOfConversations(userId: Value<number>, page: Page): RawBuilder<unknown> {
  const below = (time: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
    page.below ? sql`AND (${time}, ${other}) < (${page.below})` : sql``;
  return sql`
    (SELECT ${columns}
     FROM (SELECT ${userId}::int8 AS id WHERE NOT EXISTS (SELECT FROM kept_lists WHERE user_id = ${userId}) OFFSET 0) AS v
     JOIN memberships m ON m.user_id = v.id
     JOIN conversations c ON c.id = m.conversation_id
     WHERE c.last_seq > 0 AND m.other_id IS NOT NULL
       ${page.onlyUnread ? sql`AND ${otherSent} > m.read_received` : sql``}
       ${below(sql`c.last_message_at`, sql`m.other_id`)}
     ORDER BY c.last_message_at DESC, m.other_id DESC LIMIT ${page.limit})
    UNION ALL
    (SELECT found.*
     FROM (
       SELECT * FROM (
         SELECT k.user_id, k.other_id FROM kept_conversations k
         WHERE k.user_id = ${userId} AND k.last_message_at IS NOT NULL
           ${page.onlyUnread ? sql`AND k.received > k.read_received` : sql``}
           ${below(sql`k.last_message_at`, sql`k.other_id`)}
         ORDER BY k.last_message_at DESC, k.other_id DESC LIMIT ${sql.lit(ROWS_MAX)}
       ) AS longest LIMIT ${page.limit}
     ) AS k
     JOIN LATERAL (
       SELECT ${columns} FROM memberships m JOIN conversations c ON c.id = m.conversation_id
       WHERE m.user_id = k.user_id AND m.other_id = k.other_id LIMIT 1
     ) AS found ON true)`;
}

/** Excludes message requests that are pending or ignored. `row` is the query's name for the membership. */
export const isListed = (row: string): RawBuilder<SqlBool> =>
  sql`(${sql.ref(`${row}.request`)} IS NULL OR ${sql.ref(`${row}.request`)} = 'accepted')`;

/** A member's message requests that are pending or ignored, newest first. */
export const pageOfRequests = (userId: Value<number>, { below, limit }: Page): RawBuilder<unknown> => sql`
  (SELECT ${columns}
   FROM memberships m JOIN conversations c ON c.id = m.conversation_id
   WHERE m.user_id = ${userId}::int8 AND m.request IN ('waiting', 'ignored') AND c.last_seq > 0
     ${below ? sql`AND (c.last_message_at, m.other_id) < (${below})` : sql``}
   ORDER BY c.last_message_at DESC, m.other_id DESC LIMIT ${limit})`;

/** A member's newest conversations with unread messages. */
export const unreadConversations = (userId: number): RawBuilder<unknown> =>
  pageOfConversations(userId, { onlyUnread: true, limit: ROWS_MAX });
