import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';

/** Nobody signs in to the account any more, and its address is free for a new one. */
export const forgetWho = (trx: Trx, userId: number) =>
  trx
    .updateTable('users')
    .set({
      name: FORMER_MEMBER,
      // No address, so nobody can sign up with it.
      email: `former-${userId}`,
      ...{
        password_hash: null,
        email_verified_at: null,
        college: '',
        skills: [],
        github_link: null,
        last_active: null,
      },
    })
    .where('id', '=', userId)
    .execute();

/** Deletes up to so many rows of a member's; answers how many. */
export async function deleteOwn(
  db: Db,
  { table, column: named }: { table: string; column: string },
  userId: number,
  max: number,
): Promise<number> {
  const [rows, column] = [sql.table(table), sql.ref(named)];
  const { numAffectedRows } = await sql`
    DELETE FROM ${rows} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${rows} WHERE ${column} = ${userId} LIMIT ${max}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
