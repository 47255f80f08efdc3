import { recordChange } from '@sangam/server/chat/acts/acts.queries';
import type { Database } from '@sangam/server/platform/db/database';
import { sql } from 'kysely';

/** Changes a stored message like an edit, but publishes no event. Returns the change's number. */
export const changeMessage = (
  { db }: Pick<Database, 'db'>,
  [a, b]: readonly [memberId: number, memberId: number],
  seq: number,
  content: string,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { id } = await trx
      .selectFrom('conversations')
      .select('id')
      .where('low_id', '=', Math.min(a, b))
      .where('high_id', '=', Math.max(a, b))
      .executeTakeFirstOrThrow();
    const change = await recordChange(trx, { conversation_id: id, seq });
    await sql`UPDATE messages SET content = ${content} WHERE conversation_id = ${id} AND seq = ${seq}`.execute(trx);
    return change;
  });
