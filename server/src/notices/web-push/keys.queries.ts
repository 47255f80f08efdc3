import type { Db } from '../../platform/db/database.js';

/** A VAPID key pair (RFC 8292), base64url. */
export interface WebPushKeys {
  publicKey: string;
  privateKey: string;
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
