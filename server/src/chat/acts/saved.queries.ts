import type { Attachment } from '@sangam/shared/chat/attachments';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';
import type { MessageRef } from '../messages/queries.js';

/** A saved message, as it is now. */
export interface SavedRow {
  number: number;
  conversation_id: number;
  /** The other member of a direct conversation; null in a team's. */
  user_id: number | null;
  /** The other member's name, or the title of the team's project. */
  name: string;
  seq: number;
  sender_id: number;
  /** Null in a direct conversation. */
  sender_name: string | null;
  content: string;
  created_at: Date;
  saved_at: Date;
  attachments: Attachment[] | null;
}

/**
 * A page of a member's saved messages, the last saved first. Leaves out deleted messages: a server of the previous version keeps them in
 * the table. `LIMIT 1` keeps the planner from joining all of them.
 */
export async function listSaved(
  db: Db,
  userId: number,
  { before, limit }: { before: number; limit: number },
): Promise<SavedRow[]> {
  const { rows } = await sql<SavedRow>`
    SELECT s.number, s.conversation_id, own.other_id AS user_id, coalesce(
             (SELECT name FROM users WHERE id = own.other_id),
             (SELECT p.title FROM conversations c JOIN projects p ON p.id = c.project_id WHERE c.id = s.conversation_id)) AS name,
           s.seq, m.sender_id, CASE WHEN own.other_id IS NULL THEN (SELECT name FROM users WHERE id = m.sender_id) END AS sender_name, m.content, m.created_at, s.saved_at, m.attachments
    FROM saved_messages s
    JOIN LATERAL (
      SELECT sender_id, content, created_at, attachments FROM messages
      WHERE conversation_id = s.conversation_id AND seq = s.seq AND deleted_at IS NULL LIMIT 1
    ) AS m ON true
    JOIN LATERAL (
      SELECT other_id FROM memberships
      WHERE conversation_id = s.conversation_id AND user_id = s.user_id AND left_seq IS NULL LIMIT 1
    ) AS own ON true
    WHERE s.user_id = ${userId} AND s.number < ${before}
    ORDER BY s.number DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** The numbers of a member's saved messages, by the other member of each conversation, and their version. */
export async function findNumbers(db: Db, userId: number) {
  const { rows } = await sql<{
    version: number;
    conversations: { conversation_id: number; user_id?: number; seqs: number[] }[];
  }>`
    SELECT v.version, (
      SELECT coalesce(json_agg(json_strip_nulls(
        json_build_object('conversation_id', id, 'user_id', other_id, 'seqs', seqs)) ORDER BY other_id, id), '[]')
      FROM (
        SELECT c.id, CASE c.low_id WHEN v.user_id THEN c.high_id ELSE c.low_id END AS other_id, s.seqs
        FROM (
          SELECT conversation_id, json_agg(seq ORDER BY seq) AS seqs FROM saved_messages
          WHERE user_id = v.user_id GROUP BY conversation_id
        ) AS s JOIN conversations c ON c.id = s.conversation_id
      ) AS of_each
    ) AS conversations
    FROM saved_versions v WHERE v.user_id = ${userId}`.execute(db);
  return rows[0] ?? { version: 0, conversations: [] };
}

/** When a member saved a message; null if they have not. */
export async function findSavedAt(
  trx: Trx,
  userId: number,
  { conversation_id, seq }: MessageRef,
): Promise<Date | null> {
  const row = await trx
    .selectFrom('saved_messages')
    .select('saved_at')
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversation_id)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row?.saved_at ?? null;
}

/** Raises the version of a member's saved messages; its row is locked until the transaction ends. */
export async function raiseVersion(trx: Trx, userId: number): Promise<number> {
  const { version } = await trx
    .insertInto('saved_versions')
    .values({ user_id: userId, version: 1 })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ version: sql`saved_versions.version + 1` }))
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function countSaved(trx: Trx, userId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('saved_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const insertSaved = (
  trx: Trx,
  { conversation_id, seq }: MessageRef,
  saved: { user_id: number; number: number; saved_at: Date },
) =>
  trx
    .insertInto('saved_messages')
    .values({ conversation_id, seq, ...saved })
    .execute();

/** Removes a message from these members' saved ones; returns the ids of members who had saved it, ascending. */
export async function deleteSaved(
  trx: Trx,
  { conversation_id, seq }: MessageRef,
  userIds: readonly number[],
): Promise<number[]> {
  const rows = await trx
    .deleteFrom('saved_messages')
    .where('user_id', 'in', userIds)
    .where('conversation_id', '=', conversation_id)
    .where('seq', '=', seq)
    .returning('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id).toSorted((a, b) => a - b);
}
