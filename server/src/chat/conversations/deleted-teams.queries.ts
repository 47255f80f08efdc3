import { keysOf } from '@sangam/shared/core/keys-of';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';

/**
 * Erases up to `max` messages of teams whose project was deleted and whose last member left before `leftBefore`, with all that belongs to
 * them; returns their number. Before that, former members may report them. Memberships stay without content, so that their members'
 * versions only grow.
 */
export async function eraseMessagesOfDeleted(
  trx: Trx,
  { leftBefore, now, max }: { leftBefore: Date; now: Date; max: number },
): Promise<number> {
  let erased = 0;
  while (erased < max) {
    const oldest = await findOldestOfDeleted(trx, leftBefore, max - erased);
    if (oldest === undefined) break;
    erased += await eraseUpTo(trx, oldest, now);
  }
  return erased;
}

/** Messages of a conversation, from its first to this one. */
interface OldestMessages {
  id: number;
  up_to: number;
}

/**
 * The `max` oldest messages of a deleted project's team that everybody left before this time; undefined if no such team has any. `OFFSET 0`
 * makes PostgreSQL find the conversations by their projects: few are deleted, and it would read those of all.
 */
async function findOldestOfDeleted(trx: Trx, leftBefore: Date, max: number): Promise<OldestMessages | undefined> {
  const { rows } = await sql<OldestMessages>`
    SELECT c.id, oldest.up_to
    FROM projects p, LATERAL (SELECT id FROM conversations WHERE project_id = p.id OFFSET 0) AS c, LATERAL (
      SELECT max(seq) AS up_to FROM (SELECT seq FROM messages WHERE conversation_id = c.id ORDER BY seq LIMIT ${max}) AS first
    ) AS oldest
    WHERE p.state = 'deleted' AND oldest.up_to IS NOT NULL
      AND NOT EXISTS (SELECT FROM memberships m WHERE m.conversation_id = c.id AND m.left_at >= ${leftBefore})
    LIMIT 1`.execute(trx);
  return rows[0];
}

/** The tables whose rows belong to a message. */
type TableOfMessages = {
  [T in keyof Tables]: Tables[T] extends { conversation_id: unknown; seq: unknown } ? T : never;
}[keyof Tables];

/** Tables whose rows are deleted with the message. Its files are detached, and collected later; its acts are swept by their time. */
const deletedWithMessage: Record<Exclude<TableOfMessages, 'messages' | 'attachments' | 'message_acts'>, true> = {
  message_reactions: true,
  message_pins: true,
  message_mentions: true,
  message_wordings: true,
  message_links: true,
  saved_messages: true,
};

/**
 * Deletes by a range of one conversation, without a join: after an ANALYZE that ran while many messages were being inserted, a join
 * compared each message that is stored with each one to erase.
 */
async function eraseUpTo(trx: Trx, { id, up_to }: OldestMessages, now: Date): Promise<number> {
  const isErased = sql`conversation_id = ${id} AND seq <= ${up_to}`;
  const deletions = sql.join(
    keysOf(deletedWithMessage).map(
      (table) => sql`${sql.ref(`of_${table}`)} AS (DELETE FROM ${sql.table(table)} WHERE ${isErased})`,
    ),
  );
  const { rows } = await sql<{ erased: number }>`
    WITH ${deletions},
      files AS (UPDATE attachments SET conversation_id = NULL, seq = NULL, unnamed_at = ${now} WHERE ${isErased}),
      blocks AS (DELETE FROM search_blocks WHERE conversation_id = ${id}),
      events AS (DELETE FROM team_events WHERE project_id = (SELECT project_id FROM conversations WHERE id = ${id})),
      erased AS (DELETE FROM messages WHERE ${isErased} RETURNING 1)
    SELECT count(*)::int AS erased FROM erased`.execute(trx);
  return rows[0]?.erased ?? 0;
}
