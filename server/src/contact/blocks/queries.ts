import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';

/** The members whom this member has blocked, latest first. */
export const listBlocked = (db: Db | Trx, userId: number) =>
  db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocks.blocked_id')
    .select(['users.id', 'users.name', 'blocks.created_at'])
    .where('blocks.blocker_id', '=', userId)
    .orderBy('blocks.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .execute();

/** Serializes blocks by this member until the transaction ends, so that their number can be checked. */
export const lockBlocksOf = (trx: Trx, userId: number) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('blocks of'), hashtext(${userId}::text))`.execute(trx);

/** Counts the members whom this member blocks, except `butId`, since blocking them again adds none. */
export async function countBlocked(trx: Trx, userId: number, butId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('blocks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('blocker_id', '=', userId)
    .where('blocked_id', '<>', butId)
    .executeTakeFirstOrThrow();
  return count;
}

export const isMember = async (trx: Trx, id: number): Promise<boolean> =>
  (await trx.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Does nothing if the member is blocked already. */
export const insertBlock = (trx: Trx, blockerId: number, blockedId: number, at: Date) =>
  trx
    .insertInto('blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const deleteBlock = (trx: Trx, blockerId: number, blockedId: number) =>
  trx.deleteFrom('blocks').where('blocker_id', '=', blockerId).where('blocked_id', '=', blockedId).execute();
