import type { MemberCard } from '@sangam/shared/people/users';
import { sql } from 'kysely';
import { hasPageFor, mayBeFound } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { OWN_PROFILE, type ProfileFields, type UserRow } from './own-profile.js';

/** Returns a member as they see themself; undefined if the id is unknown. */
export async function findUser(db: Db | Trx, id: number): Promise<UserRow | undefined> {
  const own = sql.raw(OWN_PROFILE);
  const { rows } = await sql<UserRow>`SELECT u.id, u.name, ${own} FROM users u WHERE u.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Locks the member's row, so that the profile and its copies change together. `FOR NO KEY UPDATE` still lets others insert rows that refer
 * to the member: a rename locks projects next, and a transaction that holds such a lock may insert such a row.
 */
export const lockUser = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'name', 'own_version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const updateProfile = (trx: Trx, id: number, fields: Partial<ProfileFields>) =>
  trx
    .updateTable('users')
    // Changing the profile counts as activity, so the member is listed from today on.
    .set({ ...fields, ...(fields.listed && { active_on: sql<Date>`(now() AT TIME ZONE 'UTC')::date` }) })
    .where('id', '=', id)
    .execute();

/** The names of these members, by id. */
export async function findNames(db: Db | Trx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const isAmong = sql<boolean>`id = ANY (${ids}::int8[])`;
  const rows = await db.selectFrom('users').select(['id', 'name']).where(isAmong).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Returns those of these members whom the reader may see: the reader, and members whom a search by name finds. College and skills are
 * included only for members who have a page for the reader. It decides about all members first, so that a hidden member takes as long as an
 * id that nobody has.
 */
export async function findCards(db: Db, readerId: number, ids: readonly number[], at: Date): Promise<MemberCard[]> {
  const me = sql<number>`${readerId}::int8`;
  const { rows } = await sql<MemberCard>`
    WITH wanted AS MATERIALIZED (
      SELECT one.id, ${mayBeFound(me, sql.ref('one.id'), at)} AS is_found, ${hasPageFor(readerId, sql.ref('one.id'), at)} AS has_page
      FROM (SELECT DISTINCT unnest(${ids}::int8[]) AS id) AS one)
    SELECT u.id, u.name, CASE WHEN wanted.has_page THEN u.college ELSE '' END AS college,
           CASE WHEN wanted.has_page THEN u.skills ELSE '{}' END AS skills
    FROM wanted JOIN users u ON u.id = wanted.id
    WHERE wanted.is_found OR wanted.id = ${me}
    ORDER BY u.id`.execute(db);
  return rows;
}
