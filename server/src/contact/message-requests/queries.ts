import type { ReadReceipt } from '@sangam/shared/chat/messages';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import { hidesReadMarks } from '../permissions/disclosure.queries.js';

/** One side of a conversation: the reader `user_id` and the sender `other_id`. */
export interface Side {
  user_id: number;
  other_id: number;
}

/**
 * Makes a first message a message request. Until the reader decides, the sender gets no read marks, and every message between the two takes
 * the checked path: the reader's reply accepts the request, and the sender may lose the permission to write.
 */
export async function startRequest(trx: Trx, conversationId: number, { user_id, other_id }: Side): Promise<void> {
  await sql`WITH checked AS (
      UPDATE conversations SET checked = '{1,2}' WHERE id = ${conversationId} AND NOT coalesce(checked @> '{1,2}', false)
    )
    UPDATE memberships
    SET request = 'waiting', request_changes = request_changes + 1, told_read_seq = coalesce(told_read_seq, read_seq)
    WHERE user_id = ${user_id} AND other_id = ${other_id}`.execute(trx);
}

/**
 * An accepted message request. `receipt`: its reader's read mark, with the time of the acceptance; null if the sender has it or read marks
 * are hidden.
 */
export interface Accepted extends Side {
  conversation_id: number;
  receipt: (ReadReceipt & { conversation_id: number; other_id: number }) | null;
}

/** A side, and the states in which its request may be accepted. */
export interface Acceptable extends Side {
  states: readonly ('waiting' | 'ignored')[];
}

/**
 * Accepts the requests of these sides, skipping those without a request in one of their states. The time of an earlier reading stays
 * hidden.
 */
export async function accept(trx: Trx, sides: readonly Acceptable[], at: Date): Promise<Accepted[]> {
  const found = await findSides(trx, sides);
  if (found.length === 0) return [];
  const { rows } = await sql<Side & { conversation_id: number; up_to: number; is_told: boolean }>`
    UPDATE memberships
    SET request = 'accepted', request_changes = request_changes + 1,
        told_read_seq = CASE WHEN ${readMarksHidden} THEN told_read_seq END
    WHERE ${isOneOf(found)}
    RETURNING user_id, other_id, conversation_id, read_seq AS up_to, told_read_seq IS NULL AS is_told`.execute(trx);
  return rows.map(({ up_to, is_told, ...side }) => {
    const before = found.find(({ user_id, other_id }) => user_id === side.user_id && other_id === side.other_id);
    const isNew = is_told && up_to > (before?.told_read_seq ?? up_to);
    const { conversation_id } = side;
    const marks = { conversation_id, reader_id: side.user_id, other_id: side.other_id, up_to };
    return { ...side, receipt: isNew ? { ...marks, read_at: at.toISOString() } : null };
  });
}

const isOneOf = (sides: readonly Side[]) =>
  sql`(user_id, other_id) IN (${sql.join(sides.map(({ user_id, other_id }) => sql`(${user_id}::int8, ${other_id}::int8)`))})`;

const readMarksHidden = hidesReadMarks(sql.ref('memberships.user_id'), sql.ref('memberships.other_id'));

/** Returns the sides that have a request in one of their states, locked until the transaction ends. */
async function findSides(trx: Trx, sides: readonly Acceptable[]) {
  const wanted = sides.flatMap(({ user_id, other_id, states }) =>
    states.map((state) => sql`(${user_id}::int8, ${other_id}::int8, ${state})`),
  );
  const { rows } = await sql<Side & { told_read_seq: number | null }>`
    SELECT user_id, other_id, told_read_seq FROM memberships
    WHERE (user_id, other_id, request) IN (${sql.join(wanted)}) ORDER BY conversation_id FOR NO KEY UPDATE`.execute(
    trx,
  );
  return rows;
}

/** Ignores a waiting request; returns its conversation's id, undefined if there is none. */
export async function ignore(trx: Trx, { user_id, other_id }: Side): Promise<number | undefined> {
  const ignored = await trx
    .updateTable('memberships')
    .set((eb) => ({ request: 'ignored', request_changes: eb('request_changes', '+', 1) }))
    .where('user_id', '=', user_id)
    .where('other_id', '=', other_id)
    .where('request', '=', 'waiting')
    .returning('conversation_id')
    .executeTakeFirst();
  return ignored?.conversation_id;
}

/** Returns the state of the other's message request (null if there was none) and the conversation; undefined without a conversation. */
export const findState = (trx: Trx, { user_id, other_id }: Side) =>
  trx
    .selectFrom('memberships')
    .select(['request', 'conversation_id'])
    .where('user_id', '=', user_id)
    .where('other_id', '=', other_id)
    .executeTakeFirst();

/** The message requests between a member and a project's team, in either direction. */
export async function findRequestsInTeam(trx: Trx, projectId: number, userId: number): Promise<Side[]> {
  const { rows } = await sql<Side>`
    SELECT m.user_id, m.other_id FROM memberships m
    WHERE m.user_id = ${userId} AND m.request IN ('waiting', 'ignored')
      AND EXISTS (SELECT FROM project_members WHERE project_id = ${projectId} AND user_id = m.other_id)
    UNION ALL
    SELECT theirs.user_id, theirs.other_id FROM project_members p
    JOIN LATERAL (
      SELECT m.user_id, m.other_id FROM memberships m
      WHERE m.user_id = p.user_id AND m.other_id = ${userId} AND m.request IN ('waiting', 'ignored') LIMIT 1
    ) AS theirs ON true
    WHERE p.project_id = ${projectId} AND p.user_id <> ${userId}`.execute(trx);
  return rows;
}
