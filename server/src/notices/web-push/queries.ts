import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';
import type { WebPushKeys } from './vapid.js';

/** A device, as its browser named it. */
export interface Subscription {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  shows_text: boolean;
  created_at: Date;
}

/** The key pair that is kept; undefined before the first start. */
export const findKeys = (db: Db): Promise<WebPushKeys | undefined> =>
  db.selectFrom('push_keys').select(['public_key as publicKey', 'private_key as privateKey']).executeTakeFirst();

/** Keeps a key pair, unless another server has just kept one. */
export const keepKeys = (db: Db, { publicKey, privateKey }: WebPushKeys) =>
  db
    .insertInto('push_keys')
    .values({ public_key: publicKey, private_key: privateKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/**
 * Until the transaction ends, no other device is subscribed: one browser may ask for two members at once, and one session for two
 * endpoints. That is rare, so one lock does for all.
 */
export const lockSubscriptions = (trx: Trx) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('push subscriptions'))`.execute(trx);

/** Subscribes a session's device; what the browser or the session had before is gone, and so are the member's oldest beyond `max`. */
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
  await sql`DELETE FROM push_subscriptions WHERE id IN (
    SELECT id FROM push_subscriptions WHERE user_id = ${row.user_id} ORDER BY id DESC OFFSET ${max})`.execute(trx);
}

/** The member chose anew what this device shows. False if it has another endpoint, or none. */
export async function setShowsText(
  trx: Trx,
  { session_id, endpoint, shows_text }: { session_id: string; endpoint: string; shows_text: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('push_subscriptions')
    .set({ shows_text })
    .where('session_id', '=', session_id)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const findSubscription = (db: Db, sessionId: string) =>
  db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'shows_text'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();

export const deleteSubscriptions = (db: Db, sessionIds: readonly string[]) =>
  db.deleteFrom('push_subscriptions').where(sql<SqlBool>`session_id = ANY(${sessionIds}::uuid[])`).execute();

export const deleteSubscription = (db: Db, id: number) =>
  db.deleteFrom('push_subscriptions').where('id', '=', id).execute();

/** The member's devices whose session lives, each with the version of this topic that it shows; null for none. */
export const findDevices = (
  db: Db,
  { user_id, topic }: { user_id: number; topic: string },
  now: Date,
): Promise<(Subscription & { shown: number | null })[]> =>
  db
    .selectFrom('push_subscriptions as s')
    .innerJoin('sessions', 'sessions.id', 's.session_id')
    .leftJoin('push_notices as n', (join) => join.onRef('n.subscription_id', '=', 's.id').on('n.topic', '=', topic))
    .select(['s.id', 's.endpoint', 's.p256dh', 's.auth', 's.shows_text', 's.created_at', 'n.version as shown'])
    .where('s.user_id', '=', user_id)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .execute();

/** Notes what a device shows of a topic; a subscription that has ended meanwhile notes nothing. */
export const putNotice = (db: Db, subscriptionId: number, topic: string, version: number) =>
  sql`INSERT INTO push_notices (subscription_id, topic, version)
    SELECT id, ${topic}, ${version} FROM push_subscriptions WHERE id = ${subscriptionId}
    ON CONFLICT (subscription_id, topic) DO UPDATE SET version = excluded.version`.execute(db);

export const deleteNotice = (db: Db, subscriptionId: number, topic: string) =>
  db.deleteFrom('push_notices').where('subscription_id', '=', subscriptionId).where('topic', '=', topic).execute();
