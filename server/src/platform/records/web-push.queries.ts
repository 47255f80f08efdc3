import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.js';

/**
 * The subject of a push notification on a device: a conversation or a notification. `chat:{id of the other member}`, `team:{id of the
 * team's conversation}`, `inbox:{id of the notification}`.
 */
const topicSubjects = ['chat', 'team', 'inbox'] as const;
type TopicSubject = (typeof topicSubjects)[number];
export type Topic = `${TopicSubject}:${number}`;

/** A changed topic of a member. */
export interface Changed {
  user_id: number;
  topic: Topic;
}

/** Returns the part before the colon, and the id. */
export function parseTopic(topic: string): { about: TopicSubject; id: number } {
  const [, kind, id] = /^(\w+):(\d+)$/u.exec(topic) ?? [];
  const about = topicSubjects.find((subject) => subject === kind);
  if (about === undefined) throw new Error('not a topic');
  return { about, id: Number(id) };
}

/** A device that gets a member's push notifications. */
export interface Subscribed {
  id: number;
  user_id: number;
  endpoint: string;
}

/** Returns these members' devices. */
export async function findSubscribed(db: Db | Trx, userIds: readonly number[]): Promise<Subscribed[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<Subscribed>`
    SELECT id, user_id, endpoint FROM push_subscriptions WHERE user_id = ANY(${userIds}::bigint[])`.execute(db);
  return rows;
}

/** Returns those of these topics that devices show, once for each device. */
export async function findShown(db: Db | Trx, changed: readonly Changed[]): Promise<(Changed & { id: number })[]> {
  if (changed.length === 0) return [];
  const { rows } = await sql<Changed & { id: number }>`
    SELECT s.id, s.user_id, n.topic
    FROM unnest(${changed.map(({ user_id }) => user_id)}::bigint[], ${changed.map(({ topic }) => topic)}::text[])
      AS c (user_id, topic)
    JOIN push_subscriptions s ON s.user_id = c.user_id
    JOIN push_notices n ON n.subscription_id = s.id AND n.topic = c.topic`.execute(db);
  return rows;
}
