import type { Attachment } from '@sangam/shared/chat/attachments';
import type { Evidence } from '@sangam/shared/trust/evidence';
import { type SqlBool, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';

export type EvidenceMessage = NonNullable<Evidence['messages']>[number];

/** A message with the member who wrote it, for evidence. */
interface SaidMessage extends EvidenceMessage {
  id: number;
  conversation_id: number;
}

/** Returns messages of a conversation in order, with their text before edits or deletion if it is still stored. */
export async function readMessages(trx: Trx, conversationId: number, seqs: readonly number[]): Promise<SaidMessage[]> {
  const rows = await trx
    .selectFrom('messages as m')
    .innerJoin('users as u', 'u.id', 'm.sender_id')
    .select([
      'm.id',
      'm.conversation_id',
      'm.seq',
      'm.sender_id',
      'u.name',
      'm.content',
      'm.created_at',
      'm.deleted_at',
      'm.change',
      'm.attachments',
    ])
    .where('m.conversation_id', '=', conversationId)
    .where(sql<SqlBool>`m.seq = ANY (${seqs}::int8[])`)
    .orderBy('m.seq')
    .execute();
  const changed = rows.filter(({ change }) => change !== null).map(({ seq }) => seq);
  const replaced = changed.length === 0 ? [] : await findReplaced(trx, conversationId, changed);
  return rows.map(({ id, conversation_id, seq, sender_id, name, content, created_at, deleted_at, attachments }) => {
    const before = replaced.filter((wording) => wording.seq === seq);
    const shownAttachments = attachments ?? before.at(-1)?.attachments;
    return {
      id,
      conversation_id,
      seq,
      created_at: created_at.toISOString(),
      sender: { id: sender_id, name },
      ...textsOf(
        { content, deleted_at },
        before.map((wording) => wording.content),
      ),
      ...(shownAttachments && { attachments: shownAttachments }),
    };
  });
}

/** Removes the ids, which evidence doesn't contain. */
export const toEvidence = ({ id: _, conversation_id: __, ...message }: SaidMessage): EvidenceMessage => message;

interface Wording {
  seq: number;
  content: string;
  attachments: Attachment[] | null;
}

/** More than edits keep of a message (`replaceContent`); servers of earlier versions kept all. */
const WORDINGS_MAX = sql.lit(50);

/** Returns stored earlier versions of these messages, oldest first. */
async function findReplaced(trx: Trx, conversationId: number, seqs: readonly number[]): Promise<Wording[]> {
  const { rows } = await sql<Wording>`
    SELECT stored.seq, stored.content, stored.attachments
    FROM unnest(${seqs}::int8[]) AS said (seq) CROSS JOIN LATERAL (
      SELECT id, seq, content, attachments FROM message_wordings w
      WHERE w.conversation_id = ${conversationId} AND w.seq = said.seq ORDER BY id DESC LIMIT ${WORDINGS_MAX}
    ) AS stored ORDER BY stored.id`.execute(trx);
  return rows;
}

/** The current text of a message, or the last before it was deleted, with the earlier ones. */
function textsOf({ content, deleted_at }: { content: string; deleted_at: Date | null }, replaced: readonly string[]) {
  const texts = deleted_at === null ? [...replaced, content] : replaced;
  const earlier = texts.slice(0, -1);
  return {
    content: texts.at(-1) ?? content,
    ...(earlier.length > 0 && { earlier }),
    ...(deleted_at && { deleted_at: deleted_at.toISOString() }),
  };
}
