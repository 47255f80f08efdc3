import type { Db, Trx } from '../../db/database.js';

/** Stores a flow, and deletes expired ones. */
export async function putFlow(
  db: Db,
  flow: { state_hash: Buffer; browser_hash: Buffer; provider: string; expires_at: Date },
  now: Date,
): Promise<void> {
  await db.deleteFrom('oauth_flows').where('expires_at', '<', now).execute();
  await db.insertInto('oauth_flows').values(flow).execute();
}

/** Uses up a flow of this browser with this provider; undefined when there is none. */
export const takeFlow = (
  db: Db,
  flow: { state_hash: Buffer; browser_hash: Buffer; provider: string },
  now: Date,
): Promise<{ provider: string } | undefined> =>
  db
    .deleteFrom('oauth_flows')
    .where('state_hash', '=', flow.state_hash)
    .where('browser_hash', '=', flow.browser_hash)
    .where('provider', '=', flow.provider)
    .where('expires_at', '>', now)
    .returning('provider')
    .executeTakeFirst();

export async function putCode(
  db: Db,
  code: { code_hash: Buffer; browser_hash: Buffer; user_id: number; expires_at: Date },
  now: Date,
): Promise<void> {
  await db.deleteFrom('oauth_codes').where('expires_at', '<', now).execute();
  await db.insertInto('oauth_codes').values(code).execute();
}

/** Uses up a one-time code in the browser it was made for; answers its member, or undefined. */
export const takeCode = (
  db: Db,
  code: { code_hash: Buffer; browser_hash: Buffer },
  now: Date,
): Promise<{ user_id: number } | undefined> =>
  db
    .deleteFrom('oauth_codes')
    .where('code_hash', '=', code.code_hash)
    .where('browser_hash', '=', code.browser_hash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();

export const dropCodes = (trx: Trx, userId: number) =>
  trx.deleteFrom('oauth_codes').where('user_id', '=', userId).execute();

export const findIdentity = (db: Db, provider: string, subject: string): Promise<{ user_id: number } | undefined> =>
  db
    .selectFrom('identities')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();

/** Throws a unique violation when the identity has been linked meanwhile. */
export const insertIdentity = (trx: Trx, identity: { provider: string; subject: string; user_id: number }) =>
  trx.insertInto('identities').values(identity).execute();

/** The account of an address, locked against sign-ins and resets until the link is made. */
export const lockAccount = (trx: Trx, email: string) =>
  trx
    .selectFrom('users')
    .select(['id', 'email_verified_at'])
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Removes the password of an account whose address was never verified. The address counts as verified from now on. */
export const removeUnverifiedPassword = (trx: Trx, id: number, now: Date) =>
  trx.updateTable('users').set({ password_hash: null, email_verified_at: now }).where('id', '=', id).execute();
