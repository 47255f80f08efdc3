import { dayMs } from '@sangam/shared/core/limits';
import { noticeServerLimits } from '@sangam/shared/notices/limits';
import { type RawBuilder, sql } from 'kysely';
import { otherSent, unreadNotifies } from '../../chat/chat.js';
import type { Db } from '../../platform/db/database.js';
import { lastOfPage, rowsOfPage } from '../../platform/db/page.js';
import type { Changed } from '../../platform/records/web-push.queries.js';
import { isUnread } from '../unread-changes/queries.js';

/** Older items are not pushed. Push services drop a notice after the same time (sender.ts). */
const PUSHED_WITHIN_MS = dayMs;

/** The `max` rows after the id `after`. */
interface RowsAfter {
  now: Date;
  after: number;
  max: number;
}

/** Topics of which a device shows an outdated state; `last` is the id of the page's last row, or null for an empty page. */
interface StaleTopics {
  changed: Changed[];
  last: number | null;
}

const noTopics: StaleTopics = { changed: [], last: null };

/** The devices of member `m` with a live session, each with its version of the topic. LIMIT keeps the planner from joining all devices. */
const devices = (now: Date, topic: RawBuilder<unknown>) => sql`
  JOIN LATERAL (
    SELECT s.created_at AS since,
      coalesce((SELECT n.version FROM push_notices n WHERE n.subscription_id = s.id AND n.topic = ${topic}), -1) AS shown
    FROM push_subscriptions s JOIN sessions ON sessions.id = s.session_id
    WHERE s.user_id = m.user_id AND sessions.ended_at IS NULL AND sessions.expires_at > ${now}
    LIMIT ${sql.lit(noticeServerLimits.webPushDevicesMax)}) AS device ON true`;

export const pushedSince = (now: Date): Date => new Date(now.getTime() - PUSHED_WITHIN_MS);

/** Searches a page of conversations for unread messages, newer than the subscription, that a device doesn't show. */
export async function findUnshownChats(db: Db, { now, ...page }: RowsAfter): Promise<StaleTopics> {
  const last = await lastOfPage(db, 'conversations', page);
  if (last === null) return noTopics;
  const { rows } = await sql<Changed>`
    SELECT DISTINCT m.user_id, coalesce('chat:' || m.other_id, 'team:' || c.id) AS topic
    FROM ${rowsOfPage('conversations', { ...page, last })} c
    JOIN memberships m ON m.conversation_id = c.id AND m.left_seq IS NULL
    LEFT JOIN projects p ON p.id = c.project_id
    ${devices(now, sql`coalesce('chat:' || m.other_id, 'team:' || c.id)`)}
    WHERE c.last_message_at > ${pushedSince(now)} AND (m.request IS NULL OR m.request = 'accepted')
      AND ${unreadNotifies}
      AND ${otherSent} + m.taken_back + m.mentions_added > device.shown AND c.last_message_at > device.since`.execute(
    db,
  );
  return { changed: rows, last };
}

/** Searches a page of notifications in the same way as conversations. */
export async function findUnshownNotifications(db: Db, { now, ...page }: RowsAfter): Promise<StaleTopics> {
  const last = await lastOfPage(db, 'notifications', page);
  if (last === null) return noTopics;
  const { rows } = await sql<Changed>`
    SELECT DISTINCT m.user_id, 'inbox:' || m.id AS topic
    FROM ${rowsOfPage('notifications', { ...page, last })} m
    ${devices(now, sql`'inbox:' || m.id`)}
    WHERE m.created_at > ${pushedSince(now)} AND m.read_at IS NULL AND NOT m.quiet
      AND floor(extract(epoch FROM m.created_at) * 1000)::bigint > device.shown AND m.created_at > device.since`.execute(
    db,
  );
  return { changed: rows, last };
}

/** Searches a page of devices for notices about topics that are read or gone. */
export async function findShownOfRead(db: Db, { now, ...page }: RowsAfter): Promise<StaleTopics> {
  const last = await lastOfPage(db, 'push_subscriptions', page);
  if (last === null) return noTopics;
  const { rows } = await sql<Changed>`
    SELECT DISTINCT s.user_id, n.topic
    FROM ${rowsOfPage('push_subscriptions', { ...page, last })} s
    JOIN LATERAL (
      SELECT FROM sessions WHERE id = s.session_id AND ended_at IS NULL AND expires_at > ${now} OFFSET 0) AS session ON true
    JOIN LATERAL (SELECT topic FROM push_notices WHERE subscription_id = s.id OFFSET 0) AS n ON true
    WHERE ${isUnread({ userId: sql`s.user_id`, topic: sql`n.topic` })} IS NOT TRUE`.execute(db);
  return { changed: rows, last };
}
