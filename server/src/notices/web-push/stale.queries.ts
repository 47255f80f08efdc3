import { dayMs } from '@sangam/shared/core/limits';
import { noticeServerLimits } from '@sangam/shared/notices/limits';
import { type RawBuilder, sql } from 'kysely';
import { otherSent } from '../../chat/chat.js';
import type { Db } from '../../platform/db/database.js';
import { lastOfPage, rowsOfPage } from '../../platform/db/page.js';
import type { Changed } from '../../platform/records/topics.js';
import { isUnread } from '../news/unread.queries.js';

/** What is unread for longer is pushed no more: no push service keeps a notice of ours for longer either (send.ts). */
const PUSHED_WITHIN_MS = dayMs;

/** So many rows after the one with the id `after`. */
interface PageAfter {
  now: Date;
  after: number;
  max: number;
}

/** What devices do not show as it is, of a page of rows; `last` is the last row's id, null where there was none. */
interface Stale {
  changed: Changed[];
  last: number | null;
}

const nothing: Stale = { changed: [], last: null };

/**
 * The devices of member `m`, each with the version of the topic that it shows; those whose session has ended are told nothing. Their
 * number keeps the planner from joining all devices.
 */
const devices = (now: Date, topic: RawBuilder<unknown>) => sql`
  JOIN LATERAL (
    SELECT s.created_at AS since,
      coalesce((SELECT n.version FROM push_notices n WHERE n.subscription_id = s.id AND n.topic = ${topic}), -1) AS shown
    FROM push_subscriptions s JOIN sessions ON sessions.id = s.session_id
    WHERE s.user_id = m.user_id AND sessions.ended_at IS NULL AND sessions.expires_at > ${now}
    LIMIT ${sql.lit(noticeServerLimits.pushDevicesMax)}) AS device ON true`;

const since = (now: Date) => new Date(now.getTime() - PUSHED_WITHIN_MS);

/** Of a page of conversations: what is unread, came after the subscription, and is not shown. */
export async function findUnshownChats(db: Db, { now, ...page }: PageAfter): Promise<Stale> {
  const last = await lastOfPage(db, 'conversations', page);
  if (last === null) return nothing;
  const { rows } = await sql<Changed>`
    SELECT DISTINCT m.user_id, 'chat:' || m.other_id AS topic
    FROM ${rowsOfPage('conversations', { ...page, last })} c
    JOIN memberships m ON (m.user_id, m.other_id) IN ((c.low_id, c.high_id), (c.high_id, c.low_id))
    ${devices(now, sql`'chat:' || m.other_id`)}
    WHERE c.last_message_at > ${since(now)} AND (m.request IS NULL OR m.request = 'accepted')
      -- What a member marked unread themselves is no news.
      AND m.unread_from IS NULL AND ${otherSent} > m.read_received AND ${otherSent} + m.taken_back > device.shown AND c.last_message_at > device.since`.execute(
    db,
  );
  return { changed: rows, last };
}

/** The same of a page of notifications. */
export async function findUnshownItems(db: Db, { now, ...page }: PageAfter): Promise<Stale> {
  const last = await lastOfPage(db, 'notifications', page);
  if (last === null) return nothing;
  const { rows } = await sql<Changed>`
    SELECT DISTINCT m.user_id, 'inbox:' || m.id AS topic
    FROM ${rowsOfPage('notifications', { ...page, last })} m
    ${devices(now, sql`'inbox:' || m.id`)}
    WHERE m.created_at > ${since(now)} AND m.read_at IS NULL
      AND floor(extract(epoch FROM m.created_at) * 1000)::bigint > device.shown AND m.created_at > device.since`.execute(
    db,
  );
  return { changed: rows, last };
}

/** Of a page of devices: what they show that is read, or gone. */
export async function findShownOfRead(db: Db, { now, ...page }: PageAfter): Promise<Stale> {
  const last = await lastOfPage(db, 'push_subscriptions', page);
  if (last === null) return nothing;
  const { rows } = await sql<Changed>`
    SELECT DISTINCT s.user_id, n.topic
    FROM ${rowsOfPage('push_subscriptions', { ...page, last })} s
    JOIN LATERAL (
      SELECT FROM sessions WHERE id = s.session_id AND ended_at IS NULL AND expires_at > ${now} OFFSET 0) AS session ON true
    JOIN LATERAL (SELECT topic FROM push_notices WHERE subscription_id = s.id OFFSET 0) AS n ON true
    WHERE ${isUnread({ userId: sql`s.user_id`, topic: sql`n.topic` })} IS NOT TRUE`.execute(db);
  return { changed: rows, last };
}
