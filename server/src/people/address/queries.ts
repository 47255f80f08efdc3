import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';
import { spellingConditions } from '../users/spellings.queries.js';

const ADDRESS_COLUMNS = [
  'id',
  'name',
  'email',
  'email_verified_at',
  'verification_asked',
  'password_hash',
  'password_unproven',
] as const;

/** A member's address, without a lock; undefined if the member doesn't exist. */
export const findAddress = (db: Db | Trx, userId: number) =>
  db.selectFrom('users').select(ADDRESS_COLUMNS).where('id', '=', userId).executeTakeFirst();

/** Like `findAddress`, and locks the row. Every change to how a member signs in takes this lock first. */
export const lockAddress = (trx: Trx, userId: number) =>
  trx.selectFrom('users').select(ADDRESS_COLUMNS).where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();

/**
 * Whether emails with text by other people may go to an address: a member's confirmed address, or one that a change replaced in the last
 * seven days. Addresses from before R2.20 count as confirmed.
 */
export async function isConfirmedAddress(db: Db, email: string, now: Date): Promise<boolean> {
  const confirmedMember = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where((row) => row.or([row('email_verified_at', 'is not', null), row('verification_asked', '=', false)]))
    .executeTakeFirst();
  return confirmedMember !== undefined || isFormerAddress(db, email, now);
}

/** Creates a link without a token, or extends an open one. An expired link's token stays invalid. */
export const openLink = (trx: Trx, link: { user_id: number; email: string; expires_at: Date }, now: Date) =>
  trx
    .insertInto('email_links')
    .values({ ...link, token_hash: null })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'email']).doUpdateSet({
        expires_at: link.expires_at,
        token_hash: sql`CASE WHEN email_links.expires_at > ${now} THEN email_links.token_hash END`,
      }),
    )
    .execute();

/** Sets an open link's token; false if the link was withdrawn. */
export async function setToken(
  db: Db,
  link: { user_id: number; email: string; token_hash: Buffer; expires_at: Date },
): Promise<boolean> {
  const { token_hash, expires_at } = link;
  const { numUpdatedRows } = await db
    .updateTable('email_links')
    .set({ token_hash, expires_at })
    .where('user_id', '=', link.user_id)
    .where('email', '=', link.email)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A token's link; undefined if it is unknown, withdrawn or expired. */
export const findLink = (db: Db | Trx, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('email_links')
    .select(['user_id', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Uses up a link. */
export const dropLink = (trx: Trx, { user_id, email }: { user_id: number; email: string }) =>
  trx.deleteFrom('email_links').where('user_id', '=', user_id).where('email', '=', email).execute();

export const setVerified = (trx: Trx, userId: number, now: Date) =>
  trx.updateTable('users').set({ email_verified_at: now }).where('id', '=', userId).execute();

/** Sets whether another person than the address's owner may know the password. */
export const setPasswordUnproven = (trx: Trx, userId: number, password_unproven: boolean) =>
  trx.updateTable('users').set({ password_unproven }).where('id', '=', userId).execute();

/** Withdraws the open links to other addresses than the member's current one. */
export const dropAddressChange = (trx: Trx, userId: number) =>
  trx
    .deleteFrom('email_links')
    .where('user_id', '=', userId)
    .where('email', '<>', (query) => query.selectFrom('users').select('email').where('id', '=', userId))
    .execute();

/** The member's new, unconfirmed address; undefined if there is none. */
export const findNewAddress = (db: Db, userId: number, now: Date) =>
  db
    .selectFrom('email_links')
    .innerJoin('users', 'users.id', 'email_links.user_id')
    .select('email_links.email')
    .where('user_id', '=', userId)
    .whereRef('email_links.email', '<>', 'users.email')
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Stores the address that a change replaces, so that an emailed link can restore it. */
export const storeFormerAddress = (
  trx: Trx,
  formerAddress: { user_id: number; email: string; changed_at: Date; expires_at: Date },
): Promise<unknown> =>
  trx
    .insertInto('former_addresses')
    .values({ ...formerAddress, token_hash: null })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'email'])
        .doUpdateSet({ token_hash: null, changed_at: formerAddress.changed_at, expires_at: formerAddress.expires_at }),
    )
    .execute();

/** The address that a token restores; undefined if the token is unknown, used or expired. */
export const findFormerAddress = (db: Db | Trx, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('former_addresses')
    .select(['user_id', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const dropFormerAddresses = (trx: Trx, userId: number) =>
  trx.deleteFrom('former_addresses').where('user_id', '=', userId).execute();

/**
 * Whether the address is one that another account than `exceptUserId` replaced in the last seven days. During these, no other account may take it,
 * so that it can be restored.
 */
export async function isFormerAddress(db: Db | Trx, email: string, now: Date, exceptUserId = 0): Promise<boolean> {
  const found = await db
    .selectFrom('former_addresses')
    .select('email')
    .where(spellingConditions('email', email).matches)
    .where('expires_at', '>', now)
    .where('user_id', '<>', exceptUserId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Sets a verified address. Throws a unique violation of `users_email_key` if another account has taken it. */
export const setAddress = (trx: Trx, userId: number, email: string, now: Date) =>
  trx.updateTable('users').set({ email, email_verified_at: now }).where('id', '=', userId).execute();
