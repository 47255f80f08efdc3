import type { Db, Trx } from '../../platform/db/database.js';
import { dropAddressChange } from '../address/queries.js';

/** Stores a member's open link, replacing an older one. */
export const putReset = (db: Db, reset: { user_id: number; token_hash: Buffer; expires_at: Date }) =>
  db
    .insertInto('password_resets')
    .values(reset)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ token_hash: reset.token_hash, expires_at: reset.expires_at }),
    )
    .execute();

/** The link's member; undefined if the link is unknown, used, voided or expired. */
export const findReset = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['users.id', 'users.name'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Uses up a link. The delete's row lock lets only one of several concurrent uses through. */
export const takeReset = (trx: Trx, tokenHash: Buffer, now: Date) =>
  trx
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();

/** Voids a member's open link. */
export const dropResets = (trx: Trx, userId: number) =>
  trx.deleteFrom('password_resets').where('user_id', '=', userId).execute();

/** Voids every open link that gives a reader of the mailbox access to the account: to a new password, and to a new address. */
export async function voidEmailedLinks(trx: Trx, userId: number): Promise<void> {
  await dropResets(trx, userId);
  await dropAddressChange(trx, userId);
}

/** Sets a password chosen through an emailed link, which also verifies the address. */
export const setVerifiedPassword = (trx: Trx, userId: number, passwordHash: string, now: Date) =>
  trx
    .updateTable('users')
    .set((row) => ({
      password_hash: passwordHash,
      password_unproven: false,
      email_verified_at: row.fn.coalesce('email_verified_at', row.val(now)),
    }))
    .where('id', '=', userId)
    .execute();

/** Unlinks providers that were linked before the address was verified, since the address may belong to another person. */
export const unlinkUnverified = (trx: Trx, userId: number) =>
  trx
    .deleteFrom('identities')
    .where('user_id', '=', (users) =>
      users
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .where((row) => row.or([row('email_verified_at', 'is', null), row('password_unproven', '=', true)])),
    )
    .execute();
