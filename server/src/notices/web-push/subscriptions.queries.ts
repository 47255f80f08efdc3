import { dayMs } from '@sangam/shared/core/limits';
import { noticeServerLimits } from '@sangam/shared/notices/limits';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { otherSent, unreadNotifies } from '../../chat/chat.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { lastOfPage, rowsOfPage } from '../../platform/db/page.js';
import type { Changed } from '../../platform/records/web-push.queries.js';
import { isUnread } from '../unread-changes/queries.js';

/** A VAPID key pair (RFC 8292), base64url. */
export interface WebPushKeys {
  publicKey: string;
  privateKey: string;
}

/** A device's push subscription, as its browser created it. */
export interface Subscription {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  shows_text: boolean;
  created_at: Date;
}

/** Returns the stored key pair; undefined before the first start. */
export const findKeys = (db: Db): Promise<WebPushKeys | undefined> =>
  db.selectFrom('push_keys').select(['public_key as publicKey', 'private_key as privateKey']).executeTakeFirst();

/** Stores a key pair, unless another server has just stored one. */
export const storeKeys = (db: Db, { publicKey, privateKey }: WebPushKeys) =>
  db
    .insertInto('push_keys')
    .values({ public_key: publicKey, private_key: privateKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/**
 * Blocks other subscriptions until the transaction ends: one browser may subscribe for two members at once, or one session with two
 * endpoints. Subscribing is rare, so one lock for all is enough.
 */
export const lockSubscriptions = (trx: Trx) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('push subscriptions'))`.execute(trx);

/** Subscribes a session's device. Replaces earlier subscriptions of the browser or session, and the member's oldest beyond `max`. */
export async function putSubscription(
  trx: Trx,
  row: { user_id: number; session_id: string } & Omit<Subscription, 'id'>,
  max: number,
): Promise<void> {
  await trx
    .deleteFrom('push_subscriptions')
    .where((where) => where.or([where('session_id', '=', row.session_id), where('endpoint', '=', row.endpoint)]))
    .execute();
  await trx.insertInto('push_subscriptions').values(row).execute();
  await sql`DELETE FROM push_subscriptions WHERE id = ANY (ARRAY(
    SELECT id FROM push_subscriptions WHERE user_id = ${row.user_id} ORDER BY id DESC OFFSET ${max}))`.execute(trx);
}

/**
 * Changes a device's keys, and whether it shows message text. False if it has another endpoint, or none. With other keys the
 * device could not read the last pushes, so it counts as showing nothing.
 */
export async function renewSubscription(
  trx: Trx,
  {
    session_id,
    ...renewed
  }: { session_id: string } & Pick<Subscription, 'endpoint' | 'p256dh' | 'auth' | 'shows_text'>,
): Promise<boolean> {
  const { endpoint, p256dh, auth } = renewed;
  const known = await trx
    .selectFrom('push_subscriptions')
    .select(['id', 'p256dh', 'auth'])
    .where('session_id', '=', session_id)
    .where('endpoint', '=', endpoint)
    .forUpdate()
    .executeTakeFirst();
  if (!known) return false;
  await trx.updateTable('push_subscriptions').set(renewed).where('id', '=', known.id).execute();
  if (known.p256dh !== p256dh || known.auth !== auth)
    await trx.deleteFrom('push_notices').where('subscription_id', '=', known.id).execute();
  return true;
}

export const findSubscription = (db: Db, sessionId: string) =>
  db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'shows_text'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();

/** Whether the session is renewed by use. */
export const isRemembered = async (db: Db, sessionId: string): Promise<boolean> =>
  (await db.selectFrom('sessions').select('remembered').where('id', '=', sessionId).executeTakeFirst())?.remembered ===
  true;

export const deleteSubscriptions = (db: Db, sessionIds: readonly string[]) =>
  db.deleteFrom('push_subscriptions').where(sql<SqlBool>`session_id = ANY(${sessionIds}::uuid[])`).execute();

export const deleteSubscription = (db: Db, id: number) =>
  db.deleteFrom('push_subscriptions').where('id', '=', id).execute();

/** Returns a member's device if its session is live, with the version of this topic that it shows, or null. */
export const findDevice = (
  db: Db,
  { subscription_id, user_id, topic }: { subscription_id: number; user_id: number; topic: string },
  now: Date,
): Promise<(Subscription & { shown: number | null }) | undefined> =>
  db
    .selectFrom('push_subscriptions as s')
    .innerJoin('sessions', 'sessions.id', 's.session_id')
    .leftJoin('push_notices as n', (join) => join.onRef('n.subscription_id', '=', 's.id').on('n.topic', '=', topic))
    .select(['s.id', 's.endpoint', 's.p256dh', 's.auth', 's.shows_text', 's.created_at', 'n.version as shown'])
    .where('s.id', '=', subscription_id)
    .where('s.user_id', '=', user_id)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();

/** Stores the version that a device shows; does nothing if its subscription has ended. */
export const putNotice = (db: Db, subscriptionId: number, topic: string, version: number) =>
  sql`INSERT INTO push_notices (subscription_id, topic, version)
    SELECT id, ${topic}, ${version} FROM push_subscriptions WHERE id = ${subscriptionId}
    ON CONFLICT (subscription_id, topic) DO UPDATE SET version = excluded.version`.execute(db);

export const deleteNotice = (db: Db, subscriptionId: number, topic: string) =>
  db.deleteFrom('push_notices').where('subscription_id', '=', subscriptionId).where('topic', '=', topic).execute();

/** Older items are not pushed; push services drop a notice after the same time (sender.ts). */
const PUSHED_WITHIN_MS = dayMs;

/** The `max` rows after the id `after`. */
interface PageAfter {
  now: Date;
  after: number;
  max: number;
}

/** Topics that a device shows out of date; `last` is the id of the page's last row, or null for an empty page. */
interface Stale {
  changed: Changed[];
  last: number | null;
}

const nothing: Stale = { changed: [], last: null };

/** The devices of member `m` with a live session, each with its version of the topic. LIMIT keeps the planner from joining all devices. */
const devices = (now: Date, topic: RawBuilder<unknown>) => sql`
  JOIN LATERAL (
    SELECT s.created_at AS since,
      coalesce((SELECT n.version FROM push_notices n WHERE n.subscription_id = s.id AND n.topic = ${topic}), -1) AS shown
    FROM push_subscriptions s JOIN sessions ON sessions.id = s.session_id
    WHERE s.user_id = m.user_id AND sessions.ended_at IS NULL AND sessions.expires_at > ${now}
    LIMIT ${sql.lit(noticeServerLimits.webPushDevicesMax)}) AS device ON true`;

export const pushedSince = (now: Date): Date => new Date(now.getTime() - PUSHED_WITHIN_MS);

/** Searches a page of conversations for unread messages since the subscription that are not shown. */
export async function findUnshownChats(db: Db, { now, ...page }: PageAfter): Promise<Stale> {
  const last = await lastOfPage(db, 'conversations', page);
  if (last === null) return nothing;
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

/** Searches a page of notifications in the same way. */
export async function findUnshownNotifications(db: Db, { now, ...page }: PageAfter): Promise<Stale> {
  const last = await lastOfPage(db, 'notifications', page);
  if (last === null) return nothing;
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
