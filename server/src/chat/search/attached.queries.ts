import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

/** A picture or file of a stored message. */
export interface Attached {
  conversation_id: number;
  seq: number;
  sent_at: Date;
  name: string;
}

export interface AttachedRange {
  before: Date;
  conversations: readonly number[] | null;
  picturesOnly: boolean;
  max: number;
}

/** The newest pictures and files of a member's conversations before some time, read in the order of an index for either side of them. */
export async function findNewestAttached(
  db: Db,
  userId: number,
  { before, conversations, picturesOnly, max }: AttachedRange,
): Promise<Attached[]> {
  const within = conversations === null ? sql`` : sql`AND conversation_id = ANY (${conversations}::int8[])`;
  const kind = picturesOnly ? sql`AND kind = 'picture'` : sql``;
  const ofSide = (side: RawBuilder<unknown>) => sql`
    (SELECT conversation_id, seq, sent_at, name FROM attachments
     WHERE ${side} = ${userId} AND sent_at <= ${before} ${kind} ${within} ORDER BY sent_at DESC LIMIT ${max})`;
  const { rows } = await sql<Attached>`
    SELECT * FROM (${ofSide(sql`low_id`)} UNION ALL ${ofSide(sql`high_id`)}) AS both_sides
    ORDER BY sent_at DESC, conversation_id, seq DESC LIMIT ${max}`.execute(db);
  return rows;
}
