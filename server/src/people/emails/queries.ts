import type { Db } from '../../platform/db/database.js';

/** Sets the token of the link that restores an address; false if it can no longer be restored. */
export async function setReturnToken(
  db: Db,
  { user_id, email }: { user_id: number; email: string },
  token_hash: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('former_addresses')
    .set({ token_hash })
    .where('user_id', '=', user_id)
    .where('email', '=', email)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
