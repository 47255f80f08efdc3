import type { Db, Trx } from '../../platform/db/database.js';

/** Returns the new member's id. Throws a unique violation of `users_email_key` if the address is taken. */
export const insertUser = async (
  db: Db | Trx,
  user: {
    name: string;
    email: string;
    password_hash: string | null;
    email_verified_at: Date | null;
    terms_version: string;
    terms_accepted_at: Date;
  },
): Promise<number> => {
  const { id } = await db
    .insertInto('users')
    .values({ ...user, last_active: null, verification_asked: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Whether the member signed up after this time. */
export const isNewAccount = async (db: Db | Trx, id: number, since: Date): Promise<boolean> => {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('created_at', '>', since)
    .executeTakeFirst();
  return found !== undefined;
};

/** Whether a member is suspended, including after the suspension's time until its job has ended it. */
export const isSuspended = async (db: Db, id: number): Promise<boolean> => {
  const found = db.selectFrom('users').select('id').where('id', '=', id).where('suspended_at', 'is not', null);
  return (await found.executeTakeFirst()) !== undefined;
};

/** Whether a member is unknown, suspended or has asked for deletion. */
export const isInactiveMember = async (db: Db | Trx, id: number): Promise<boolean> => {
  const found = await db
    .selectFrom('users')
    .select(['suspended_at', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found === undefined || found.suspended_at !== null || found.deleted_at !== null;
};

/** When the member asked for deletion, and when they last restored the account; undefined if the member doesn't exist. */
export const findDeletion = (db: Db | Trx, id: number) =>
  db.selectFrom('users').select(['name', 'deleted_at', 'came_back_at']).where('id', '=', id).executeTakeFirst();

/** Starts a member's deletion. */
export const setDeletedAt = (trx: Trx, id: number, deletedAt: Date) =>
  trx.updateTable('users').set({ deleted_at: deletedAt }).where('id', '=', id).execute();

/** Cancels a member's deletion. */
export const setRestored = (trx: Trx, id: number, at: Date) =>
  trx.updateTable('users').set({ deleted_at: null, came_back_at: at }).where('id', '=', id).execute();
