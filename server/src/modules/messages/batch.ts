import type { RunStatement } from '../../db/connections.js';
import type { StoredMessage } from '../../events.js';
import type { PendingMessage } from './pending-message.js';
import { messageJson } from './present.js';

/**
 * One statement for a whole batch. It locks each conversation, raises its counters and numbers the batch's messages from
 * there. Both happen or neither, so numbers have no holes. Rows are sorted by conversation id, so that two servers lock
 * them in the same order. Should the planner choose another order, the deadlock is retried.
 *
 * The batch's time is the server's, but later than that of every batch before, of any server: the clock may have been set
 * back, and lists are ordered by that time. Within a conversation it never goes back either, where two servers wrote at
 * once; such conversations are answered by id in the last column.
 */
const INSERT = `
    WITH stamp AS MATERIALIZED (
      SELECT ms, to_timestamp(ms / 1000.0) AS at
      FROM (
        SELECT CASE WHEN next < $10::int8 THEN setval('message_time', $10::int8) ELSE next END AS ms
        FROM (SELECT nextval('message_time') AS next) AS s
      ) AS t
    ), bumped AS (
      UPDATE conversations c
      SET last_seq = c.last_seq + d.total, low_sent = c.low_sent + d.low, high_sent = c.high_sent + d.total - d.low,
          last_message_at = greatest(c.last_message_at, stamp.at)
      FROM stamp, unnest($1::int8[], $2::int4[], $3::int4[]) AS d (id, total, low)
      WHERE c.id = d.id
      RETURNING c.id, c.last_seq - d.total AS seq, c.low_sent - d.low AS low, c.high_sent - d.total + d.low AS high,
                c.last_message_at AS at
    )
, inserted AS (
      INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at)
      SELECT b.id, b.seq + m.n, m.sender_id, CASE WHEN m.own > 0 THEN b.low + m.own ELSE b.high - m.own END,
             m.client_id, m.content, b.at
      FROM unnest($4::int8[], $5::int4[], $6::int8[], $7::int4[], $8::uuid[], $9::text[])
        AS m (conversation_id, n, sender_id, own, client_id, content)
      JOIN bumped b ON b.id = m.conversation_id
      RETURNING conversation_id, seq, id
    )
    SELECT array_agg(conversation_id)::text, array_agg(seq)::text, array_agg(id)::text, (SELECT ms::text FROM stamp),
           (SELECT json_object_agg(b.id, floor(extract(epoch FROM b.at) * 1000))::text FROM bumped b, stamp
            WHERE b.at > stamp.at)
    FROM inserted`;

interface Inserted {
  conversation_id: number;
  seq: number;
  id: number;
}

/** The order in which every batch locks its conversations. Within a conversation, messages keep their order. */
export const inLockOrder = (messages: readonly PendingMessage[]): PendingMessage[] =>
  messages.toSorted((a, b) => a.conversation.id - b.conversation.id);

/** Stores messages that are in lock order; answers them as committed, in that order. Throws the database's errors. */
export async function insertBatch(
  run: RunStatement,
  messages: readonly PendingMessage[],
  nowMs: number,
): Promise<StoredMessage[]> {
  const { rows } = await run<(string | null)[]>({
    text: INSERT,
    rowMode: 'array',
    values: [...columnsOf(messages), Math.floor(nowMs)],
  });
  const [conversations, seqs, ids, ms, later] = rows[0] ?? [];
  const inserted = insertedOf([conversations, seqs, ids]);
  if (inserted.length !== messages.length) throw new Error('a batch of messages was stored only in part');
  const time = timeOf(Number(ms));
  const laterMs = later ? (JSON.parse(later) as Record<string, number>) : {};
  return inserted.map((row, index) => {
    const own = laterMs[row.conversation_id];
    return toStored(messages[index] as PendingMessage, row, own === undefined ? time : timeOf(own));
  });
}

interface Time {
  at: Date;
  iso: string;
}
const timeOf = (ms: number): Time => ({ at: new Date(ms), iso: new Date(ms).toISOString() });

/** The statement's arrays: three of conversations, six of messages. */
function columnsOf(messages: readonly PendingMessage[]): string[] {
  const conversations = { id: [] as number[], total: [] as number[], low: [] as number[] };
  const columns = { conversation: [] as number[], n: [] as number[], sender: [] as number[], own: [] as number[] };
  const clientIds: string[] = [];
  const contents: string[] = [];
  let last = -1;
  let total = 0;
  let low = 0;
  for (const message of messages) {
    const { id, lowId } = message.conversation;
    if (conversations.id[last] !== id) {
      last = conversations.id.push(id) - 1;
      total = 0;
      low = 0;
    }
    total += 1;
    if (message.sender_id === lowId) low += 1;
    conversations.total[last] = total;
    conversations.low[last] = low;
    columns.conversation.push(id);
    columns.n.push(total);
    columns.sender.push(message.sender_id);
    // Positive counts the lower member's own messages, negative the higher one's.
    columns.own.push(message.sender_id === lowId ? low : low - total);
    clientIds.push(message.client_id ?? 'NULL');
    contents.push(quoted(message.content));
  }
  return [
    ...[conversations.id, conversations.total, conversations.low],
    ...[columns.conversation, columns.n, columns.sender, columns.own],
    ...[clientIds, contents],
  ].map(textArray);
}

/** PostgreSQL's text form of an array. `pg` would build it value by value, which is too slow for a batch. */
const textArray = (values: readonly (number | string)[]): string => `{${values.join(',')}}`;
const quoted = (text: string): string => `"${/["\\]/u.test(text) ? text.replace(/["\\]/gu, '\\$&') : text}"`;

/** Three columns, each the text of one array, in the order of the messages. One row per message would cost more. */
function insertedOf(columns: readonly (string | null | undefined)[]): Inserted[] {
  const [conversations, seqs, ids] = columns.map((text) => (text ?? '{}').slice(1, -1).split(',').map(Number));
  if (!conversations || !seqs || !ids) return [];
  return conversations
    .map((conversation_id, index) => ({ conversation_id, seq: seqs[index] ?? 0, id: ids[index] ?? 0 }))
    .sort((a, b) => a.conversation_id - b.conversation_id || a.seq - b.seq);
}

/**
 * Fields are listed one by one: objects made by a spread are collected late (V8 11.3), and a fifth of what a batch
 * allocated outlived it by a second (docs/performance.md).
 */
function toStored(message: PendingMessage, { seq, id }: Inserted, { at, iso }: Time): StoredMessage {
  const { client_id, sender_id, receiver_id, content, sender_name, sender_presence, origin } = message;
  const row = { id, seq, client_id, sender_id, receiver_id };
  const json = messageJson(row, JSON.stringify(content), JSON.stringify(sender_name), sender_presence, iso);
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

/** Those of these messages whose client_id is stored already, by `sender_id:client_id`. */
export async function findRepeated(
  run: RunStatement,
  messages: readonly PendingMessage[],
): Promise<Map<string, StoredMessage>> {
  const keyed = messages.filter((message) => message.client_id !== null);
  const found = await run<Repeated>({
    rowMode: 'array',
    text: `
      SELECT m.sender_id, m.client_id, m.id, m.seq, m.content, m.created_at, u.name,
             CASE WHEN c.low_id = m.sender_id THEN c.high_id ELSE c.low_id END AS receiver_id
      FROM unnest($1::int8[], $2::uuid[]) AS k (sender_id, client_id)
      JOIN messages m ON m.sender_id = k.sender_id AND m.client_id = k.client_id
      JOIN conversations c ON c.id = m.conversation_id
      JOIN users u ON u.id = m.sender_id`,
    values: [keyed.map((message) => message.sender_id), keyed.map((message) => message.client_id)],
  });
  const presences = new Map(keyed.map((message) => [message.sender_id, message.sender_presence]));
  return new Map(
    found.rows.map(([sender_id, client_id, id, seq, content, created_at, sender_name, receiver_id]) => {
      const row = { id, seq, client_id, sender_id, receiver_id };
      const [text, name, at] = [JSON.stringify(content), JSON.stringify(sender_name), created_at.toISOString()];
      const json = messageJson(row, text, name, presences.get(sender_id) ?? 'active', at);
      return [`${sender_id}:${client_id}`, { ...row, content, created_at, sender_name, origin: null, json }];
    }),
  );
}
