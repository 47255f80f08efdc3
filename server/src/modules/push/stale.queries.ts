import { dayMs } from '@sangam/shared/rules/limits';
import { sql } from 'kysely';
import type { Db } from '../../db/database.js';
import { lastOfPage } from '../../db/page.js';
import { otherSent } from '../messages/messages.js';
import { type Changed, isUnread } from '../news/news.js';

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

/** The devices of member `m`; those whose session has ended are told nothing. */
const devices = (now: Date) => sql`
  JOIN push_subscriptions s ON s.user_id = m.user_id
  JOIN sessions ON sessions.id = s.session_id AND sessions.ended_at IS NULL AND sessions.expires_at > ${now}`;

const since = (now: Date) => new Date(now.getTime() - PUSHED_WITHIN_MS);

/** Of a page of conversations: what is unread, came after the subscription, and is not shown. */
export async function findUnshownChats(db: Db, { now, ...page }: PageAfter): Promise<Stale> {
  const last = await lastOfPage(db, 'conversations', page);
  if (last === null) return nothing;
  const { rows } = await sql<Changed>`
    SELECT DISTINCT m.user_id, 'chat:' || m.other_id AS topic
    FROM conversations c
    JOIN memberships m ON (m.user_id, m.other_id) IN ((c.low_id, c.high_id), (c.high_id, c.low_id))
    ${devices(now)}
    LEFT JOIN push_notices n ON n.subscription_id = s.id AND n.topic = 'chat:' || m.other_id
    WHERE c.id > ${page.after} AND c.id <= ${last} AND c.last_message_at > ${since(now)}
      AND ${otherSent} > m.read_received AND ${otherSent} > coalesce(n.version, -1)
      AND c.last_message_at > s.created_at`.execute(db);
  return { changed: rows, last };
}

/** The same of a page of notifications. */
export async function findUnshownItems(db: Db, { now, ...page }: PageAfter): Promise<Stale> {
  const last = await lastOfPage(db, 'notifications', page);
  if (last === null) return nothing;
  const { rows } = await sql<Changed>`
    SELECT DISTINCT m.user_id, 'inbox:' || m.id AS topic
    FROM notifications m
    ${devices(now)}
    LEFT JOIN push_notices n ON n.subscription_id = s.id AND n.topic = 'inbox:' || m.id
    WHERE m.id > ${page.after} AND m.id <= ${last} AND m.created_at > ${since(now)} AND m.read_at IS NULL
      AND floor(extract(epoch FROM m.created_at) * 1000)::bigint > coalesce(n.version, -1)
      AND m.created_at > s.created_at`.execute(db);
  return { changed: rows, last };
}

/** Of a page of devices: what they show that is read, or gone. */
export async function findShownOfRead(db: Db, { now, ...page }: PageAfter): Promise<Stale> {
  const last = await lastOfPage(db, 'push_subscriptions', page);
  if (last === null) return nothing;
  const { rows } = await sql<Changed>`
    SELECT DISTINCT s.user_id, n.topic
    FROM push_subscriptions s
    JOIN sessions ON sessions.id = s.session_id AND sessions.ended_at IS NULL AND sessions.expires_at > ${now}
    JOIN push_notices n ON n.subscription_id = s.id
    WHERE s.id > ${page.after} AND s.id <= ${last} AND ${isUnread({ userId: sql`s.user_id`, topic: sql`n.topic` })} IS NOT TRUE`.execute(
    db,
  );
  return { changed: rows, last };
}
