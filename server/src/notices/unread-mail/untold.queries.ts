import { type RawBuilder, sql } from 'kysely';
import { otherSent } from '../../chat/chat.js';
import type { Db } from '../../platform/db/database.js';
import { lastOfPage, rowsOfPage } from '../../platform/db/page.js';

/** So many rows after the one with the id `after`. */
interface PageAfter {
  since: Date;
  after: number;
  max: number;
}

/** To whom something came that they have not read and were not mailed; `last` is the last row's id, null where there was none. */
interface Untold {
  userIds: number[];
  last: number | null;
}

const nothing: Untold = { userIds: [], last: null };
const idsOf = (rows: readonly { user_id: number }[]) => rows.map(({ user_id }) => user_id);

/** The version of a topic that the member was mailed. */
const told = (userId: RawBuilder<unknown>, topic: RawBuilder<unknown>) => sql`
  coalesce((SELECT (u.told ->> (${topic}))::bigint FROM unread_mails u WHERE u.user_id = ${userId}), 0)`;

/** Of a page of conversations: those with a message after `since`. */
export async function findUntoldByChats(db: Db, { since, ...page }: PageAfter): Promise<Untold> {
  const last = await lastOfPage(db, 'conversations', page);
  if (last === null) return nothing;
  const { rows } = await sql<{ user_id: number }>`
    SELECT DISTINCT m.user_id FROM ${rowsOfPage('conversations', { ...page, last })} c
    JOIN memberships m ON (m.user_id, m.other_id) IN ((c.low_id, c.high_id), (c.high_id, c.low_id))
    WHERE c.last_message_at > ${since} AND (m.request IS NULL OR m.request = 'accepted')
      -- What a member marked unread themselves is no news.
      AND m.unread_from IS NULL AND ${otherSent} > m.read_received
      AND c.last_seq > ${told(sql`m.user_id`, sql`'chat:' || m.other_id`)}`.execute(db);
  return { userIds: idsOf(rows), last };
}

/** Of a page of notifications: those that came after `since`. */
export async function findUntoldByItems(db: Db, { since, ...page }: PageAfter): Promise<Untold> {
  const last = await lastOfPage(db, 'notifications', page);
  if (last === null) return nothing;
  const { rows } = await sql<{ user_id: number }>`
    SELECT DISTINCT n.user_id FROM ${rowsOfPage('notifications', { ...page, last })} n
    WHERE n.created_at > ${since} AND n.read_at IS NULL
      AND floor(extract(epoch FROM n.created_at) * 1000)::bigint
        > ${told(sql`n.user_id`, sql`'inbox:' || n.id`)}`.execute(db);
  return { userIds: idsOf(rows), last };
}
