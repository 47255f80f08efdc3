import type pg from 'pg';
import { runStatement } from '../../db/database.js';
import { messageJson } from './present.js';
import type { StoredMessage } from './stored-message.js';
import type { Draft } from './writer.js';

/**
 * One statement for a whole batch: it locks and bumps each conversation's counters, and numbers the batch's messages
 * from where they stood. Both happen or neither, so numbers have no holes. Rows come in the order of conversation ids,
 * so that two servers lock them in the same order.
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
    INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at)
    SELECT b.id, b.seq + m.n, m.sender_id, CASE WHEN m.own > 0 THEN b.low + m.own ELSE b.high - m.own END,
           m.client_id, m.content, $10
    FROM unnest($4::int8[], $5::int4[], $6::int8[], $7::int4[], $8::uuid[], $9::text[])
      AS m (conversation_id, n, sender_id, own, client_id, content)
    JOIN bumped b ON b.id = m.conversation_id
    RETURNING conversation_id, seq, id`,
};

type Inserted = [conversationId: number, seq: number, id: number];

interface Tally {
  drafts: number[];
  low: number;
  high: number;
}

/** Stores the drafts and answers them, in the same order, as committed. Throws what the database throws. */
export async function insertBatch(pool: pg.Pool, drafts: readonly Draft[], at: Date): Promise<StoredMessage[]> {
  const tallies = new Map<number, Tally>();
  for (const [index, draft] of drafts.entries()) {
    const tally = tallies.get(draft.conversation.id) ?? { drafts: [], low: 0, high: 0 };
    if (tally.drafts.length === 0) tallies.set(draft.conversation.id, tally);
    tally.drafts.push(index);
  }
  const conversationIds = [...tallies.keys()].sort((a, b) => a - b);
  const rows = { conversation: [] as number[], n: [] as number[], sender: [] as number[], own: [] as number[] };
  const clientIds: (string | null)[] = [];
  const contents: string[] = [];
  for (const id of conversationIds) {
    const tally = tallies.get(id) as Tally;
    for (const [n, index] of tally.drafts.entries()) {
      const draft = drafts[index] as Draft;
      const fromLow = draft.sender_id === draft.conversation.lowId;
      rows.conversation.push(id);
      rows.n.push(n + 1);
      rows.sender.push(draft.sender_id);
      // Positive counts the lower member's own messages, negative the higher one's.
      rows.own.push(fromLow ? ++tally.low : -++tally.high);
      clientIds.push(draft.client_id);
      contents.push(draft.content);
    }
  }

  const totals = conversationIds.map((id) => tallies.get(id)?.drafts.length ?? 0);
  const lows = conversationIds.map((id) => tallies.get(id)?.low ?? 0);
  const result = await runStatement<Inserted>(pool, {
    ...INSERT,
    rowMode: 'array',
    values: [conversationIds, totals, lows, rows.conversation, rows.n, rows.sender, rows.own, clientIds, contents, at],
  });
  if (result.rows.length !== drafts.length) throw new Error('a batch of messages was not stored whole');

  const stored = new Array<StoredMessage>(drafts.length);
  const createdAt = at.toISOString();
  const byConversation = new Map<number, Inserted[]>();
  for (const row of result.rows) {
    const list = byConversation.get(row[0]);
    if (list) list.push(row);
    else byConversation.set(row[0], [row]);
  }
  for (const [id, inserted] of byConversation) {
    if (inserted.length > 1) inserted.sort((a, b) => a[1] - b[1]);
    const indexes = (tallies.get(id) as Tally).drafts;
    for (const [n, row] of inserted.entries()) {
      const index = indexes[n] as number;
      stored[index] = toStored(drafts[index] as Draft, row, at, createdAt);
    }
  }
  return stored;
}

function toStored(draft: Draft, [, seq, id]: Inserted, at: Date, createdAt: string): StoredMessage {
  const row = { id, seq, client_id: draft.client_id, sender_id: draft.sender_id, receiver_id: draft.receiver_id };
  return {
    ...row,
    content: draft.content,
    created_at: at,
    sender_name: draft.sender_name,
    origin: draft.origin,
    json: messageJson(row, JSON.stringify(draft.content), JSON.stringify(draft.sender_name), createdAt),
  };
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
