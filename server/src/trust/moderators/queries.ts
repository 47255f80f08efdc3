import { sql } from 'kysely';
import { spellingConditions } from '../../people/people.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { record } from '../../platform/records/audit.queries.js';

export const isModerator = async (db: Db | Trx, userId: number): Promise<boolean> =>
  (await db.selectFrom('moderators').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined;

/** Returns whether the member is a moderator, and keeps the role until the transaction ends. */
export const holdRole = async (trx: Trx, userId: number): Promise<boolean> =>
  (await trx.selectFrom('moderators').select('user_id').where('user_id', '=', userId).forShare().executeTakeFirst()) !==
  undefined;

/** Returns the member with an address; `is_proved`: the address is confirmed to be theirs. */
export const findNamed = (db: Db | Trx, email: string) => {
  const { matches, nearest } = spellingConditions('email', email);
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .select(sql<boolean>`email_verified_at IS NOT NULL OR NOT verification_asked`.as('is_proved'))
    .where(matches)
    .orderBy(nearest)
    .limit(1)
    .executeTakeFirst();
};

/** Returns the ids of all moderators, and keeps their roles until the transaction ends, so that it may notify them. */
export const holdModeratorIds = async (trx: Trx): Promise<number[]> =>
  (await trx.selectFrom('moderators').select('user_id').orderBy('user_id').forShare().execute()).map(
    ({ user_id }) => user_id,
  );

export const listModerators = (db: Db) =>
  db
    .selectFrom('moderators as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.name', 'u.email', 'm.by_setting'])
    .orderBy('u.email')
    .execute();

/** Makes a member a moderator; false if they already were. */
export async function addModerator(trx: Trx, userId: number, bySetting: boolean): Promise<boolean> {
  const added = await trx
    .insertInto('moderators')
    .values({ user_id: userId, by_setting: bySetting })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (added) await note(trx, 'moderator:added', userId);
  return added !== undefined;
}

/** Ends the role; false if the member wasn't a moderator. */
export async function removeModerator(trx: Trx, userId: number): Promise<boolean> {
  const removed = await trx.deleteFrom('moderators').where('user_id', '=', userId).returning('user_id').execute();
  if (removed.length > 0) await note(trx, 'moderator:removed', userId);
  return removed.length > 0;
}

const note = (trx: Trx, kind: 'moderator:added' | 'moderator:removed', memberId: number) =>
  record(trx, { kind, actorId: null, memberId, details: {}, origin: null });
