import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.js';

/**
 * The subject of a push notification on a device: a conversation or a notification. `chat:{id of the other member}`, `inbox:{id
 * of the notification}`.
 */
export type Topic = `${'chat' | 'inbox'}:${number}`;

/** A changed topic of a member. */
export interface Changed {
  user_id: number;
  topic: Topic;
}

/** Returns the part before the colon, and the id. */
export function readTopic(topic: string): { about: 'chat' | 'inbox'; id: number } {
  const [, about, id] = /^(chat|inbox):(\d+)$/u.exec(topic) ?? [];
  if (about === undefined) throw new Error('not a topic');
  return { about: about as 'chat' | 'inbox', id: Number(id) };
}

/** Returns those of these members who have a subscription. */
export async function findSubscribed(db: Db | Trx, userIds: readonly number[]): Promise<number[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ user_id: number }>`
    SELECT DISTINCT user_id FROM push_subscriptions WHERE user_id = ANY(${userIds}::bigint[])`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Returns those of these topics that some device of their member shows. */
export async function findShown(db: Db | Trx, changed: readonly Changed[]): Promise<Changed[]> {
  if (changed.length === 0) return [];
  const { rows } = await sql<Changed>`
    SELECT DISTINCT s.user_id, n.topic
    FROM unnest(${changed.map(({ user_id }) => user_id)}::bigint[], ${changed.map(({ topic }) => topic)}::text[])
      AS c (user_id, topic)
    JOIN push_subscriptions s ON s.user_id = c.user_id
    JOIN push_notices n ON n.subscription_id = s.id AND n.topic = c.topic`.execute(db);
  return rows;
}
