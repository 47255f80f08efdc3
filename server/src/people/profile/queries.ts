import { TIME_ZONE } from '@sangam/shared/core/limits';
import type { MemberCard } from '@sangam/shared/people/users';
import { sql } from 'kysely';
import { hasPageFor, mayBeFound } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { OWN_PROFILE, type ProfileFields, type UserRow } from './own-profile.js';
import { spelled } from './spellings.queries.js';

/** The member at an address. */
export interface Recipient {
  to: string;
  name: string;
}

/** A member as they see themself; undefined if there is none. */
export async function findUser(db: Db | Trx, id: number): Promise<UserRow | undefined> {
  const own = sql.raw(OWN_PROFILE);
  const { rows } = await sql<UserRow>`SELECT u.id, u.name, ${own} FROM users u WHERE u.id = ${id}`.execute(db);
  return rows[0];
}

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

/** The account of an address, in whichever spelling it is stored. `email` is the stored one, to which mails go. */
export const findCredentials = (db: Db | Trx, email: string) => {
  const { matches, nearest } = spelled('email', email);
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

/** Whether a member is suspended, also after the time of the suspension until it has ended. */
export const isSuspended = async (db: Db, id: number): Promise<boolean> => {
  const found = db.selectFrom('users').select('id').where('id', '=', id).where('suspended_at', 'is not', null);
  return (await found.executeTakeFirst()) !== undefined;
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

/** A member's address and name, for a mail; undefined if the member doesn't exist. */
export const findRecipient = (db: Db, id: number): Promise<Recipient | undefined> =>
  db.selectFrom('users').select(['email as to', 'name']).where('id', '=', id).executeTakeFirst();

/**
 * Locks the member's row, so that the profile and its copies change together. `FOR NO KEY UPDATE` lets others insert rows that refer to
 * the member: a rename goes on to lock projects, and a transaction that holds such a lock may insert one.
 */
export const lockUser = (trx: Trx, id: number) =>
  trx.selectFrom('users').select(['id', 'name']).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const updateProfile = (trx: Trx, id: number, fields: Partial<ProfileFields>) =>
  trx
    .updateTable('users')
    // Listed from today on, since the change is an activity.
    .set({ ...fields, ...(fields.listed && { active_on: sql<Date>`(now() AT TIME ZONE 'UTC')::date` }) })
    .where('id', '=', id)
    .execute();

/** When the member asked for deletion, and when they last came back; undefined if the member doesn't exist. */
export const findDeletion = (db: Db | Trx, id: number) =>
  db.selectFrom('users').select(['name', 'deleted_at', 'came_back_at']).where('id', '=', id).executeTakeFirst();

/** Whether a member is unknown, suspended or has asked for deletion. */
export const isAway = async (db: Db | Trx, id: number): Promise<boolean> => {
  const found = await db
    .selectFrom('users')
    .select(['suspended_at', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found === undefined || found.suspended_at !== null || found.deleted_at !== null;
};

/** Starts a member's deletion. */
export const setDeletedAt = (trx: Trx, id: number, deletedAt: Date) =>
  trx.updateTable('users').set({ deleted_at: deletedAt }).where('id', '=', id).execute();

/** Cancels a member's deletion. */
export const setCameBack = (trx: Trx, id: number, at: Date) =>
  trx.updateTable('users').set({ deleted_at: null, came_back_at: at }).where('id', '=', id).execute();

/** The member's chosen time zone, or the default. */
export const findTimeZone = async (db: Db, userId: number): Promise<string> => {
  const chosen = db.selectFrom('notification_choices').select('time_zone').where('user_id', '=', userId);
  return (await chosen.executeTakeFirst())?.time_zone ?? TIME_ZONE;
};

/**
 * The members among these whom the reader may see: the reader, and those whom a search by name finds. College and skills only of those who
 * have a page for the reader. Decides about all of them first, so that a hidden member takes as long as a number that nobody has.
 */
export async function findCards(db: Db, readerId: number, ids: readonly number[]): Promise<MemberCard[]> {
  const me = sql<number>`${readerId}::int8`;
  const { rows } = await sql<MemberCard>`
    WITH wanted AS MATERIALIZED (
      SELECT one.id, ${mayBeFound(me, sql.ref('one.id'))} AS is_found, ${hasPageFor(readerId, sql.ref('one.id'))} AS has_page
      FROM (SELECT DISTINCT unnest(${ids}::int8[]) AS id) AS one)
    SELECT u.id, u.name, CASE WHEN wanted.has_page THEN u.college ELSE '' END AS college,
           CASE WHEN wanted.has_page THEN u.skills ELSE '{}' END AS skills
    FROM wanted JOIN users u ON u.id = wanted.id
    WHERE wanted.is_found OR wanted.id = ${me}
    ORDER BY u.id`.execute(db);
  return rows;
}
