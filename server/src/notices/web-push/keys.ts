import webPush from 'web-push';
import type { Db } from '../../platform/db/database.js';
import { findKeys, storeKeys, type WebPushKeys } from './keys.queries.js';

/**
 * Returns the configured key pair, or else the one in the database, which the first start generates. All servers on a database share one
 * pair, since a browser that subscribed with it accepts no other.
 */
export async function loadWebPushKeys(db: Db, configured: WebPushKeys | null): Promise<WebPushKeys> {
  if (configured !== null) return configured;
  if (!(await findKeys(db))) await storeKeys(db, webPush.generateVAPIDKeys());
  const stored = await findKeys(db);
  if (!stored) throw new Error('the push keys were not stored');
  return stored;
}
