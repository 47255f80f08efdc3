import type { Db, Trx } from '../../platform/db/database.js';

/** The names of the moderators except this member. */
export async function findModeratorNames(db: Db | Trx, exceptId: number | null): Promise<string[]> {
  const rows = await db
    .selectFrom('moderators')
    .innerJoin('users', 'users.id', 'moderators.user_id')
    .select('users.name')
    .where('users.id', '<>', exceptId ?? 0)
    .execute();
  return rows.map(({ name }) => name);
}
