import webPush from 'web-push';
import type { Db } from '../../platform/db/database.js';
import { findKeys, keepKeys } from './queries.js';
import type { WebPushKeys } from './vapid.js';

/**
 * The pair that is set, else the one that is kept with the data: made at the first start. All servers of a database have the
 * same; a browser that subscribed with it takes no other.
 */
export async function loadWebPushKeys(db: Db, set: WebPushKeys | null): Promise<WebPushKeys> {
  if (set !== null) return set;
  if (!(await findKeys(db))) await keepKeys(db, webPush.generateVAPIDKeys());
  const kept = await findKeys(db);
  if (!kept) throw new Error('the push keys were not kept');
  return kept;
}
