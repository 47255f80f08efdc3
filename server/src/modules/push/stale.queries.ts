import { sql } from 'kysely';
import type { Db } from '../../db/database.js';
import { otherSent } from '../messages/messages.js';
import type { Changed } from '../news/news.js';

/**
 * Where devices do not show what is so: something unread that came after the subscription, or a notice of what is read. A server
 * that died before it could write a job leaves such. Devices whose session has ended are told nothing, and left out.
 */
export async function findStale(db: Db, now: Date, max: number): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    WITH s AS (
      SELECT s.id, s.user_id, s.created_at FROM push_subscriptions s JOIN sessions ON sessions.id = s.session_id
      WHERE sessions.ended_at IS NULL AND sessions.expires_at > ${now}
    ), chats AS (
      SELECT s.id, s.user_id, s.created_at AS since, 'chat:' || m.other_id AS topic,
        ${otherSent} AS version, ${otherSent} > m.read_received AS is_unread, c.last_message_at AS at
      FROM s JOIN memberships m ON m.user_id = s.user_id JOIN conversations c ON c.id = m.conversation_id
    ), items AS (
      SELECT s.id, s.user_id, s.created_at AS since, 'inbox:' || i.id AS topic,
        floor(extract(epoch FROM i.created_at) * 1000)::bigint AS version, i.read_at IS NULL AS is_unread, i.created_at AS at
      FROM s JOIN notifications i ON i.user_id = s.user_id
    )
    SELECT DISTINCT t.user_id, t.topic FROM (SELECT * FROM chats UNION ALL SELECT * FROM items) AS t
    LEFT JOIN push_notices n ON n.subscription_id = t.id AND n.topic = t.topic
    WHERE CASE WHEN t.is_unread THEN t.at > t.since AND t.version > coalesce(n.version, -1) ELSE n.topic IS NOT NULL END
    LIMIT ${max}`.execute(db);
  return rows;
}
