import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';

/** A device's push subscription, as its browser created it. */
export interface Subscription {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  shows_text: boolean;
  created_at: Date;
}

/**
 * Makes other subscriptions wait until the transaction ends: one browser may subscribe for two members at once, or one session with two
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
 * Changes a device's keys, and whether it shows message text. False if the session has another endpoint, or none. With other keys the
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
  const existing = await trx
    .selectFrom('push_subscriptions')
    .select(['id', 'p256dh', 'auth'])
    .where('session_id', '=', session_id)
    .where('endpoint', '=', endpoint)
    .forUpdate()
    .executeTakeFirst();
  if (!existing) return false;
  await trx.updateTable('push_subscriptions').set(renewed).where('id', '=', existing.id).execute();
  if (existing.p256dh !== p256dh || existing.auth !== auth)
    await trx.deleteFrom('push_notices').where('subscription_id', '=', existing.id).execute();
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
