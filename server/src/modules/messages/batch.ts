import type pg from 'pg';
import { runStatement } from '../../db/database.js';
import type { StoredMessage } from '../../events.js';
import type { Draft } from './draft.js';
import { messageJson } from './present.js';

/**
 * One statement for a whole batch: it locks and bumps each conversation's counters, and numbers the batch's messages
 * from where they stood. Both happen or neither, so numbers have no holes. Rows come in the order of conversation ids,
 * so that two servers lock them in the same order (a deadlock, should the planner choose another, is tried again).
 */
const INSERT = {
  name: 'insert-messages',
  text: `
    WITH bumped AS (
      UPDATE conversations c
      SET last_seq = c.last_seq + d.total, low_sent = c.low_sent + d.low, high_sent = c.high_sent + d.total - d.low,
          last_message_at = $10
      FROM unnest($1::int8[], $2::int4[], $3::int4[]) AS d (id, total, low)
      WHERE c.id = d.id
      RETURNING c.id, c.last_seq - d.total AS seq, c.low_sent - d.low AS low, c.high_sent - d.total + d.low AS high
    )
, inserted AS (
      INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at)
      SELECT b.id, b.seq + m.n, m.sender_id, CASE WHEN m.own > 0 THEN b.low + m.own ELSE b.high - m.own END,
             m.client_id, m.content, $10
      FROM unnest($4::int8[], $5::int4[], $6::int8[], $7::int4[], $8::uuid[], $9::text[])
        AS m (conversation_id, n, sender_id, own, client_id, content)
      JOIN bumped b ON b.id = m.conversation_id
      RETURNING conversation_id, seq, id
    )
    SELECT array_agg(conversation_id)::text, array_agg(seq)::text, array_agg(id)::text FROM inserted`,
};

interface Inserted {
  conversation_id: number;
  seq: number;
  id: number;
}

/** The order in which every batch locks its conversations; within one, drafts keep the order in which they came. */
export const inLockOrder = (drafts: readonly Draft[]): Draft[] =>
  drafts.toSorted((a, b) => a.conversation.id - b.conversation.id);

/** Stores drafts that stand in lock order, and answers them as committed, in that order. Throws what the database throws. */
export async function insertBatch(pool: pg.Pool, drafts: readonly Draft[], at: Date): Promise<StoredMessage[]> {
  const { rows } = await runStatement<(string | null)[]>(pool, {
    ...INSERT,
    rowMode: 'array',
    values: [...columnsOf(drafts), at],
  });
  const inserted = insertedOf(rows[0] ?? []);
  if (inserted.length !== drafts.length) throw new Error('a batch of messages was not stored whole');
  const createdAt = at.toISOString();
  return inserted.map((row, index) => toStored(drafts[index] as Draft, row, at, createdAt));
}

/** The statement's arrays: three of conversations, six of messages. */
function columnsOf(drafts: readonly Draft[]): string[] {
  const conversations = { id: [] as number[], total: [] as number[], low: [] as number[] };
  const messages = { conversation: [] as number[], n: [] as number[], sender: [] as number[], own: [] as number[] };
  const clientIds: string[] = [];
  const contents: string[] = [];
  let last = -1;
  let total = 0;
  let low = 0;
  for (const draft of drafts) {
    const { id, lowId } = draft.conversation;
    if (conversations.id[last] !== id) {
      last = conversations.id.push(id) - 1;
      total = 0;
      low = 0;
    }
    total += 1;
    if (draft.sender_id === lowId) low += 1;
    conversations.total[last] = total;
    conversations.low[last] = low;
    messages.conversation.push(id);
    messages.n.push(total);
    messages.sender.push(draft.sender_id);
    // Positive counts the lower member's own messages, negative the higher one's.
    messages.own.push(draft.sender_id === lowId ? low : low - total);
    clientIds.push(draft.client_id ?? 'NULL');
    contents.push(quoted(draft.content));
  }
  return [
    ...[conversations.id, conversations.total, conversations.low],
    ...[messages.conversation, messages.n, messages.sender, messages.own],
    ...[clientIds, contents],
  ].map(textArray);
}

/** PostgreSQL's text form of an array. `pg` would build it value by value, which a batch is too hot for. */
const textArray = (values: readonly (number | string)[]): string => `{${values.join(',')}}`;
const quoted = (text: string): string => `"${/["\\]/u.test(text) ? text.replace(/["\\]/gu, '\\$&') : text}"`;

/** Three columns, each as one array's text (a row for each message would cost more), in the order of the drafts. */
function insertedOf(columns: readonly (string | null)[]): Inserted[] {
  const [conversations, seqs, ids] = columns.map((text) => (text ?? '{}').slice(1, -1).split(',').map(Number));
  if (!conversations || !seqs || !ids) return [];
  return conversations
    .map((conversation_id, index) => ({ conversation_id, seq: seqs[index] ?? 0, id: ids[index] ?? 0 }))
    .sort((a, b) => a.conversation_id - b.conversation_id || a.seq - b.seq);
}

/**
 * Its fields are spelled out, since objects made by a spread are not collected in time (V8 11.3): a fifth of what a batch
 * allocates outlived it by a second (docs/performance.md).
 */
function toStored(draft: Draft, { seq, id }: Inserted, at: Date, createdAt: string): StoredMessage {
  const { client_id, sender_id, receiver_id, content, sender_name, origin } = draft;
  const row = { id, seq, client_id, sender_id, receiver_id };
  const json = messageJson(row, JSON.stringify(content), JSON.stringify(sender_name), createdAt);
  return { id, seq, client_id, sender_id, receiver_id, content, created_at: at, sender_name, origin, json };
}

type Repeated = [
  sender_id: number,
  client_id: string,
  id: number,
  seq: number,
  content: string,
  created_at: Date,
  sender_name: string,
  receiver_id: number,
];

/** Of these drafts, those whose client_id the database has already, by `sender_id:client_id`. */
export async function findRepeated(pool: pg.Pool, drafts: readonly Draft[]): Promise<Map<string, StoredMessage>> {
  const keyed = drafts.filter((draft) => draft.client_id !== null);
  const found = await runStatement<Repeated>(pool, {
    rowMode: 'array',
    name: 'find-repeated-messages',
    text: `
      SELECT m.sender_id, m.client_id, m.id, m.seq, m.content, m.created_at, u.name,
             CASE WHEN c.low_id = m.sender_id THEN c.high_id ELSE c.low_id END AS receiver_id
      FROM unnest($1::int8[], $2::uuid[]) AS k (sender_id, client_id)
      JOIN messages m ON m.sender_id = k.sender_id AND m.client_id = k.client_id
      JOIN conversations c ON c.id = m.conversation_id
      JOIN users u ON u.id = m.sender_id`,
    values: [keyed.map((draft) => draft.sender_id), keyed.map((draft) => draft.client_id)],
  });
  return new Map(
    found.rows.map(([sender_id, client_id, id, seq, content, created_at, sender_name, receiver_id]) => {
      const row = { id, seq, client_id, sender_id, receiver_id };
      const json = messageJson(row, JSON.stringify(content), JSON.stringify(sender_name), created_at.toISOString());
      return [`${sender_id}:${client_id}`, { ...row, content, created_at, sender_name, origin: null, json }];
    }),
  );
}
