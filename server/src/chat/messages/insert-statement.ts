import type { PendingMessage } from './pending-message.js';

/**
 * One statement for a whole batch: it locks each conversation, raises its counters and numbers the batch's messages from there.
 * Both happen or neither, so numbers have no holes. Rows are sorted by conversation id, so that two servers lock them in the same
 * order. If the planner chooses another order, the deadlock is retried.
 *
 * The batch's time is the server's, but later than that of every earlier batch on any server: clocks may be set back, and lists are
 * ordered by it. It never goes back within a conversation to which two servers wrote at once; the answer names such conversations.
 * Its last column names conversations in which a member hides their presence.
 *
 * The first parameter is that time in milliseconds. Each array is a `SELECT`, so that the planner does not count it: it would plan
 * again for each small batch, which takes as long as the rest of a message.
 */
const STAMP = `
    WITH stamp AS MATERIALIZED (
      SELECT ms, to_timestamp(ms / 1000.0) AS at
      FROM (
        SELECT CASE WHEN next < $1::int8 THEN setval('message_time', $1::int8) ELSE next END AS ms
        FROM (SELECT nextval('message_time') AS next) AS s
      ) AS t
    )`;
const COLUMNS = 'conversation_id, seq, sender_id, sender_seq, client_id, content, created_at';
const ANSWER = `
    SELECT array_agg(conversation_id)::text AS conversations, array_agg(seq)::text AS seqs, array_agg(id)::text AS ids,
           (SELECT ms::text FROM stamp) AS ms,
           (SELECT json_object_agg(b.id, floor(extract(epoch FROM b.at) * 1000))::text FROM bumped b, stamp
            WHERE b.at > stamp.at) AS later,
           (SELECT json_agg(b.id)::text FROM bumped b WHERE EXISTS (
              SELECT FROM notification_choices n
              WHERE n.user_id IN (b.low_id, b.high_id) AND n.presence_for <> 'anyone')) AS reserved
    FROM inserted`;

/** For a batch with at most one message per conversation, as most are: nothing has to be joined or counted. */
const ONE_EACH = `${STAMP}, bumped AS (
      UPDATE conversations c
      SET last_seq = c.last_seq + 1, low_sent = c.low_sent + d.low, high_sent = c.high_sent + 1 - d.low,
          last_message_at = greatest(c.last_message_at, stamp.at)
      FROM stamp, unnest((SELECT $2::int8[]), (SELECT $3::int4[]), (SELECT $4::int8[]), (SELECT $5::uuid[]), (SELECT $6::text[]))
        AS d (id, low, sender_id, client_id, content)
      WHERE c.id = d.id AND NOT CASE d.low WHEN 1 THEN c.low_checked ELSE c.high_checked END
      RETURNING c.id, c.last_seq AS seq, CASE d.low WHEN 1 THEN c.low_sent ELSE c.high_sent END AS sender_seq,
                d.sender_id, d.client_id, d.content, c.last_message_at AS at, c.low_id, c.high_id
    ), inserted AS (
      INSERT INTO messages (${COLUMNS})
      SELECT id, seq, sender_id, sender_seq, client_id, content, at FROM bumped
      RETURNING conversation_id, seq, id
    )${ANSWER}`;

const SEVERAL = `${STAMP}, bumped AS (
      UPDATE conversations c
      SET last_seq = c.last_seq + d.total, low_sent = c.low_sent + d.low, high_sent = c.high_sent + d.total - d.low,
          last_message_at = greatest(c.last_message_at, stamp.at)
      FROM stamp, unnest((SELECT $2::int8[]), (SELECT $3::int4[]), (SELECT $4::int4[])) AS d (id, total, low)
      WHERE c.id = d.id AND NOT (c.low_checked AND d.low > 0) AND NOT (c.high_checked AND d.low < d.total)
      RETURNING c.id, c.last_seq - d.total AS seq, c.low_sent - d.low AS low, c.high_sent - d.total + d.low AS high,
                c.last_message_at AS at, c.low_id, c.high_id
    ), inserted AS (
      INSERT INTO messages (${COLUMNS})
      SELECT b.id, b.seq + m.n, m.sender_id, CASE WHEN m.own > 0 THEN b.low + m.own ELSE b.high - m.own END,
             m.client_id, m.content, b.at
      FROM unnest((SELECT $5::int8[]), (SELECT $6::int4[]), (SELECT $7::int8[]), (SELECT $8::int4[]), (SELECT $9::uuid[]), (SELECT $10::text[]))
        AS m (conversation_id, n, sender_id, own, client_id, content)
      JOIN bumped b ON b.id = m.conversation_id
      RETURNING conversation_id, seq, id
    )${ANSWER}`;

/**
 * The statement that inserts these messages, which are in lock order. It returns one row: the messages' conversation ids, `seq`s and
 * ids as text of arrays, the batch's time, later times by conversation, and the conversations whose messages reveal no presence.
 */
export function insertStatement(messages: readonly PendingMessage[], nowMs: number) {
  const isOneEach = messages.every(
    ({ conversation }, index) => conversation.id !== messages[index - 1]?.conversation.id,
  );
  const [text, columns] = isOneEach
    ? ([ONE_EACH, columnsOfOneEach(messages)] as const)
    : ([SEVERAL, columnsOf(messages)] as const);
  return { text, values: [Math.floor(nowMs), ...columns] };
}

const clientId = ({ client_id }: PendingMessage) => client_id ?? 'NULL';

const columnsOfOneEach = (messages: readonly PendingMessage[]): string[] => [
  textArray(messages.map(({ conversation }) => conversation.id)),
  textArray(messages.map(({ conversation, sender_id }) => (sender_id === conversation.lowId ? 1 : 0))),
  textArray(messages.map(({ sender_id }) => sender_id)),
  textArray(messages.map(clientId)),
  textArray(messages.map(({ content }) => quoted(content))),
];

/** The statement's arrays: three for conversations, six for messages. */
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
    clientIds.push(clientId(message));
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
