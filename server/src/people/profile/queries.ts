import { TIME_ZONE } from '@sangam/shared/core/limits';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';
import { OWN_PROFILE, type UserRow } from './present.js';

/** One member with presence; undefined when there is none. */
export async function findUser(db: Db | Trx, id: number): Promise<UserRow | undefined> {
  const own = sql.raw(OWN_PROFILE);
  const { rows } = await sql<UserRow>`SELECT u.id, u.name, ${own} FROM users u WHERE u.id = ${id}`.execute(db);
  return rows[0];
}

/** The new member's id. Throws a unique violation of `users_email_key` when the address is taken. */
export const insertUser = async (
  db: Db | Trx,
  user: { name: string; email: string; password_hash: string | null; email_verified_at: Date | null },
): Promise<number> => {
  const { id } = await db
    .insertInto('users')
    .values({ ...user, last_active: null, verification_asked: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const findCredentials = (db: Db, email: string) =>
  db.selectFrom('users').select(['id', 'name', 'password_hash']).where('email', '=', email).executeTakeFirst();

/** Null for a member without a password. */
export const findPasswordHash = async (db: Db | Trx, id: number): Promise<string | null> => {
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
  return user?.password_hash ?? null;
};

/** Locks the row of who signs in, so that neither password nor suspension changes before the commit. */
export const lockForSignIn = (trx: Trx, id: number) =>
  trx.selectFrom('users').select(['password_hash', 'suspended_at']).where('id', '=', id).forShare().executeTakeFirst();

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

/** Where mails to a member go; null when there is no such member. */
export const findEmail = async (db: Db, id: number): Promise<string | null> => {
  const found = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst();
  return found?.email ?? null;
};

/**
 * Locks the member's row, so that the profile and its copies change together. `FOR NO KEY UPDATE` lets others insert rows
 * that refer to the member: a rename goes on to lock projects, and whoever holds such a lock may insert one.
 */
export const lockUser = (trx: Trx, id: number) =>
  trx.selectFrom('users').select(['id', 'name']).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const updateProfile = (
  trx: Trx,
  id: number,
  profile: { name: string; college: string; skills: string[]; github_link: string | null },
) => trx.updateTable('users').set(profile).where('id', '=', id).execute();

/** When the member asked to be deleted; undefined when there is no such member. */
export const findDeletion = (db: Db | Trx, id: number) =>
  db.selectFrom('users').select(['name', 'deleted_at']).where('id', '=', id).executeTakeFirst();

/** Whether a member is suspended or has asked to be deleted: nobody signs in as them. */
export const isAway = async (db: Db | Trx, id: number): Promise<boolean> => {
  const found = await db
    .selectFrom('users')
    .select(['suspended_at', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found === undefined || found.suspended_at !== null || found.deleted_at !== null;
};

/** Asks for a member to be deleted, or takes that back. */
export const setDeletedAt = (trx: Trx, id: number, deletedAt: Date | null) =>
  trx.updateTable('users').set({ deleted_at: deletedAt }).where('id', '=', id).execute();

/** The time zone that the member chose; the usual one if they never did. */
export const findTimeZone = async (db: Db, userId: number): Promise<string> => {
  const chosen = db.selectFrom('notification_choices').select('time_zone').where('user_id', '=', userId);
  return (await chosen.executeTakeFirst())?.time_zone ?? TIME_ZONE;
};
