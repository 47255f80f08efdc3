import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';
import { MESSAGE_COLUMNS, type StoredRow } from './message-row.js';

/** A message, by its conversation and its number in it. */
export interface MessageRef {
  conversation_id: number;
  seq: number;
}

export async function findMessage(trx: Trx, { conversation_id, seq }: MessageRef): Promise<StoredRow | undefined> {
  const { rows } = await sql<StoredRow>`
    SELECT ${sql.raw(MESSAGE_COLUMNS)} FROM messages m
    WHERE m.conversation_id = ${conversation_id} AND m.seq = ${seq}`.execute(trx);
  return rows[0];
}

interface ThreadRange {
  before?: number | undefined;
  after?: number | undefined;
  changed_since?: number | undefined;
  /** The `last_seq` in the answer: later messages belong to the next answer. */
  upTo: number;
  limit: number;
}

/**
 * A page of messages. With `changed_since`, those that changed after that number, in order of change. Else ascending by seq: those
 * right after `after`, the last ones before `before`, or the latest.
 */
export async function listMessages(
  db: Db,
  conversationId: number,
  { before, after, changed_since, upTo, limit }: ThreadRange,
): Promise<StoredRow[]> {
  const forward = (changed_since ?? after) !== undefined;
  const order = sql`${sql.ref(changed_since === undefined ? 'm.seq' : 'm.change')} ${sql.raw(forward ? 'ASC' : 'DESC')}`;
  const { rows } = await sql<StoredRow>`
    SELECT ${sql.raw(MESSAGE_COLUMNS)} FROM messages m
    WHERE m.conversation_id = ${conversationId} AND m.seq <= ${upTo}
      ${after === undefined ? sql`` : sql`AND m.seq > ${after}`}
      ${before === undefined ? sql`` : sql`AND m.seq < ${before}`}
      ${changed_since === undefined ? sql`` : sql`AND m.change > ${changed_since}`}
    ORDER BY ${order} LIMIT ${limit}`.execute(db);
  return forward ? rows : rows.toReversed();
}

/** The receiver's project that a message asks about; undefined if there is none, or only its team may see it. */
export const findAskedProject = (trx: Trx, projectId: number, receiverId: number) =>
  trx
    .selectFrom('projects')
    .select(['id', 'title'])
    .where('id', '=', projectId)
    .where('creator_id', '=', receiverId)
    .where('state', '<>', 'deleted')
    .where('hidden_at', 'is', null)
    .executeTakeFirst();

/** Records the project that a message asks about, in the transaction that has written it. */
export const setProject = (trx: Trx, conversationId: number, seq: number, projectId: number) =>
  trx
    .updateTable('messages')
    .set({ project_id: projectId })
    .where('conversation_id', '=', conversationId)
    .where('seq', '=', seq)
    .execute();
