import type { Db, Trx } from '../../platform/db/database.js';
import { spellingConditions } from './spellings.queries.js';

/** Returns the account with this address in any spelling. Its `email` is the stored spelling, to which emails go. */
export const findCredentials = (db: Db | Trx, email: string) => {
  const { matches, nearest } = spellingConditions('email', email);
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash'])
    .where(matches)
    .orderBy(nearest)
    .limit(1)
    .executeTakeFirst();
};

/** The secret part of the cookies of known devices. It changes with the password, and when another person may know the password. */
export const findDeviceSecret = async (db: Db, id: number): Promise<string> => {
  const user = await db
    .selectFrom('users')
    .select(['password_hash', 'password_unproven'])
    .where('id', '=', id)
    .executeTakeFirst();
  return `${user?.password_hash ?? ''}${user?.password_unproven ? ' unproven' : ''}`;
};

/** Null for an account without a password. */
export const findPasswordHash = async (db: Db | Trx, id: number): Promise<string | null> => {
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
  return user?.password_hash ?? null;
};

/** Sets the password of a member who is known to own the account, or removes it. */
export const setPassword = (trx: Trx, userId: number, password_hash: string | null) =>
  trx.updateTable('users').set({ password_hash, password_unproven: false }).where('id', '=', userId).execute();

/** Locks the row of a member who signs in, so that neither password nor suspension changes before the commit. */
export const lockForSignIn = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'password_hash', 'suspended_at'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
