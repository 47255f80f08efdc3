import type { News } from '@sangam/shared/notices/delivery';
import { sql } from 'kysely';
import { unreadConversations } from '../../chat/chat.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Topic } from '../../platform/records/topics.js';
import { isUnread } from '../news/unread.queries.js';

/** Versions by topic. A conversation's is the number of its last message, a notification's its time. */
export type Versions = Record<Topic, number>;

/** A topic with something unread that no mail has told. */
export interface UntoldRow extends News {
  topic: Topic;
  version: number;
}

/**
 * What a member has not read, was not mailed, and came after `since`; the newest `max` topics. Of unread conversations the newest
 * are looked at: who has more of them has most of all mailed.
 */
export async function findUntold(
  db: Db | Trx,
  userId: number,
  { told, since, max }: { told: Versions; since: Date; max: number },
): Promise<UntoldRow[]> {
  const toldOf = (topic: ReturnType<typeof sql>) =>
    sql`coalesce((${JSON.stringify(told)}::jsonb ->> (${topic}))::bigint, 0)`;
  const { rows } = await sql<UntoldRow>`
    SELECT topic, version, at, kind, about FROM (
      SELECT 'chat:' || c.other_id AS topic, c.last_seq AS version, first.created_at AS at, 'message' AS kind,
        jsonb_build_object('member_id', c.other_id) AS about
      FROM (${unreadConversations(userId)}) c
      JOIN LATERAL (
        SELECT t.created_at FROM messages t
        WHERE t.conversation_id = c.conversation_id AND t.seq > greatest(c.read_seq, ${toldOf(sql`'chat:' || c.other_id`)})
          AND t.sender_id + 0 = c.other_id AND t.created_at > ${since} AND t.deleted_at IS NULL
        ORDER BY t.seq LIMIT 1
      ) first ON true
      WHERE c.last_message_at > ${since} AND (c.request IS NULL OR c.request = 'accepted')
      UNION ALL
      SELECT 'inbox:' || n.id, v.version, n.created_at, n.kind, jsonb_build_object('project_id', n.project_id)
      FROM notifications n, LATERAL (SELECT floor(extract(epoch FROM n.created_at) * 1000)::bigint AS version) v
      WHERE n.user_id = ${userId} AND n.read_at IS NULL AND n.created_at > ${since}
        AND v.version > ${toldOf(sql`'inbox:' || n.id`)}
    ) AS news ORDER BY at DESC LIMIT ${max}`.execute(db);
  return rows;
}

/** Of a member's mails: when the last was sent, what they told, and what is under way. */
export interface MailState {
  mailed_at: Date | null;
  told: Versions;
  sending: Versions | null;
  sending_key: string | null;
}

/** Locks a member's state, which is there from then on. */
export async function lockState(trx: Trx, userId: number): Promise<MailState> {
  const row = await trx
    .insertInto('unread_mails')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId }))
    .returning(['mailed_at', 'told', 'sending', 'sending_key'])
    .executeTakeFirstOrThrow();
  return row as MailState;
}

/** Notes which mail is under way, before it is: an attempt that dies is repeated with the same key. */
export const setSending = (trx: Trx, userId: number, { key, versions }: { key: string; versions: Versions }) =>
  trx
    .updateTable('unread_mails')
    .set({ sending: JSON.stringify(versions), sending_key: key })
    .where('user_id', '=', userId)
    .execute();

/** Notes that the mail with this key was not accepted. */
export const endSending = (db: Db, userId: number, key: string) =>
  db
    .updateTable('unread_mails')
    .set({ sending: null, sending_key: null })
    .where('user_id', '=', userId)
    .where('sending_key', '=', key)
    .execute();

/** Of what was told, what is still unread. */
export async function findStillUnread(db: Db | Trx, userId: number, told: Versions): Promise<Versions> {
  const { rows } = await sql<{ topic: Topic; version: number }>`
    SELECT t.key AS topic, t.value::bigint AS version FROM jsonb_each_text(${JSON.stringify(told)}::jsonb) AS t
    WHERE ${isUnread({ userId: sql`${userId}`, topic: sql`t.key` })}`.execute(db);
  return Object.fromEntries(rows.map(({ topic, version }) => [topic, version]));
}

/** Notes that a mail has ended: what was told. */
export const setTold = (trx: Trx, userId: number, { told, mailed_at }: { told: Versions; mailed_at: Date | null }) =>
  trx
    .updateTable('unread_mails')
    .set({ told: JSON.stringify(told), mailed_at, sending: null, sending_key: null })
    .where('user_id', '=', userId)
    .execute();
