import { ATTACHMENT_JSON, NAMEABLE } from '../attachments/queries.js';
import { arraysOf, arraysOfOneEach, arraysWithFiles } from './insert-arrays.js';
import type { PendingMessage } from './pending-message.js';

/**
 * One statement for a whole batch: it locks each conversation, raises its counters and numbers the batch's messages from there. The
 * counters rise only together with the messages, so numbers have no holes. Rows are sorted by conversation id, so that two servers lock
 * them in the same order. If the planner chooses another order, the deadlock is retried.
 *
 * The batch's time is the server's, but later than that of every earlier batch on any server: clocks may be set back, and lists are ordered
 * by it. Within a conversation to which two servers write at once, it is raised to the last message's time; the answer names such
 * conversations. It also names conversations in which a member hides their presence, and the number of changes to the participants of
 * teams' conversations.
 *
 * The first parameter is that time in milliseconds. Each array is a `SELECT`, so that the planner does not see its length: it would plan
 * again for each small batch, which takes as long as the rest of storing a message.
 */
const STAMP = `
    WITH stamp AS MATERIALIZED (
      SELECT ms, to_timestamp(ms / 1000.0) AS at
      FROM (
        SELECT CASE WHEN next < $1::int8 THEN setval('message_time', $1::int8) ELSE next END AS ms
        FROM (SELECT nextval('message_time') AS next) AS s
      ) AS t
    )`;
const COLUMNS = 'conversation_id, seq, sender_id, sender_seq, client_id, content, created_at, counts';
const answerWith = (more: string) => `
    SELECT array_agg(conversation_id)::text AS conversations, array_agg(seq)::text AS seqs, array_agg(id)::text AS ids,
           (SELECT ms::text FROM stamp) AS ms,
           (SELECT json_object_agg(b.id, floor(extract(epoch FROM b.at) * 1000))::text FROM bumped b, stamp
            WHERE b.at > stamp.at) AS later,
           (SELECT json_agg(b.id)::text FROM bumped b WHERE EXISTS (
              SELECT FROM notification_choices n
              WHERE n.user_id IN (b.low_id, b.high_id) AND n.presence_for <> 'anyone')) AS reserved,
           (SELECT json_object_agg(b.id, b.people)::text FROM bumped b WHERE b.low_id IS NULL) AS people${more}
    FROM inserted`;

/** In a team's conversation, about every 64th message holds a copy of `sent` (migration 0115). */
const COUNTS_EACH = 64;

/** Arrays as columns of these types: the parameters from `first` on. */
const unnested = (first: number, types: readonly string[]) =>
  `unnest(${types.map((type, index) => `(SELECT $${first + index}::${type}[])`).join(', ')})`;

/**
 * For a batch with at most one message per conversation and no reply, as most are: nothing has to be joined or counted. Assigning to a slot
 * beyond the array would fill the gap with NULLs.
 */
const onePerConversation = (more: string, checkedSlots: CheckedSlots) => `${STAMP}, bumped AS (
      UPDATE conversations c
      SET last_seq = c.last_seq + 1, sent[d.slot] = c.sent[d.slot] + 1, last_message_at = greatest(c.last_message_at, stamp.at)${more}
      FROM stamp, ${unnested(2, ['int8', 'int2', 'int8', 'uuid', 'text'])} AS d (id, slot, sender_id, client_id, content)
      WHERE c.id = d.id AND d.slot <= cardinality(c.sent)${checkedSlots === 'left' ? ' AND (c.checked IS NULL OR d.slot <> ALL (c.checked))' : ''}
      RETURNING c.id, c.last_seq AS seq, c.sent[d.slot] AS sender_seq, d.sender_id, d.client_id, d.content,
                c.last_message_at AS at, c.low_id, c.high_id, c.people,
                CASE WHEN c.low_id IS NULL AND c.last_seq % ${COUNTS_EACH} = 0 THEN c.sent END AS counts
    ), inserted AS (
      INSERT INTO messages (${COLUMNS})
      SELECT id, seq, sender_id, sender_seq, client_id, content, at, counts FROM bumped
      RETURNING conversation_id, seq, id
    )${answerWith('')}`;

const CONVERSATION_TYPES = ['int8', 'int4', 'int4', 'int4', 'text', 'text', 'int8', 'int4'];
const MESSAGE_TYPES = ['int8', 'int4', 'int8', 'int2', 'int4', 'uuid', 'text', 'int8'];
const FILE_TYPES = ['uuid', 'int8', 'int4', 'int4', 'int8'];
const FIRST_OF_MESSAGES = 2 + CONVERSATION_TYPES.length;
const FIRST_OF_FILES = FIRST_OF_MESSAGES + MESSAGE_TYPES.length;

/** `added` and `slots` are arrays as text. `from` and `where` add conditions for a conversation. A reply answers an earlier message. */
const bumped = (more: string, checkedSlots: CheckedSlots, from: string, where: string) => `bumped AS (
      UPDATE conversations c
      SET last_seq = c.last_seq + d.total, last_message_at = greatest(c.last_message_at, stamp.at),
          sent = (SELECT array_agg(v.s + coalesce(v.a, 0)) FROM unnest(c.sent, d.added::int4[]) AS v (s, a))${more}
      FROM stamp, ${unnested(2, CONVERSATION_TYPES)} AS d (id, total, low, high, added, slots, reach, files)${from}
      WHERE c.id = d.id AND cardinality(d.added::int4[]) <= cardinality(c.sent)
        ${checkedSlots === 'left' ? 'AND (c.checked IS NULL OR NOT d.slots::int2[] && c.checked) ' : ''}AND d.reach <= c.last_seq${where}
      RETURNING c.id, c.last_seq AS seq, c.last_seq - d.total AS old_seq, c.sent, c.last_message_at AS at, c.low_id, c.high_id, c.people
    )`;
const VALUES = `b.id, b.old_seq + m.n, m.sender_id, b.sent[m.slot] - m.back, m.client_id, m.content, b.at,
             CASE WHEN b.low_id IS NULL AND b.old_seq + m.n = b.seq AND b.seq / ${COUNTS_EACH} > b.old_seq / ${COUNTS_EACH} THEN b.sent END, m.reply_to`;
const NUMBERED = `${unnested(FIRST_OF_MESSAGES, MESSAGE_TYPES)}
        AS m (conversation_id, n, sender_id, slot, back, client_id, content, reply_to)
      JOIN bumped b ON b.id = m.conversation_id`;

const several = (more: string, marked: CheckedSlots) => `${STAMP}, ${bumped(more, marked, '', '')}, inserted AS (
      INSERT INTO messages (${COLUMNS}, reply_to)
      SELECT ${VALUES}
      FROM ${NUMBERED}
      RETURNING conversation_id, seq, id
    )${answerWith('')}`;

/**
 * Also attaches files, which would make every batch cost a tenth more. A conversation's messages are written only if all the files that
 * they name are there: each its sender's own, complete, and named by no other message. A file that another transaction has locked counts as
 * missing here: waiting for it with conversations locked could be a deadlock.
 */
const withFiles = (more: string, marked: CheckedSlots) => `${STAMP}, files AS MATERIALIZED (
      SELECT f.conversation_id, f.n, f.place, a.id, ${ATTACHMENT_JSON} AS shown
      FROM ${unnested(FIRST_OF_FILES, FILE_TYPES)} AS f (id, conversation_id, n, place, owner_id)
      JOIN attachments a ON a.id = f.id AND a.owner_id = f.owner_id
      WHERE ${NAMEABLE} FOR UPDATE OF a SKIP LOCKED
    ), ${bumped(
      more,
      marked,
      `
        LEFT JOIN (SELECT conversation_id, count(*) AS count FROM files GROUP BY 1) AS found ON found.conversation_id = d.id`,
      ' AND d.files = coalesce(found.count, 0)',
    )}, inserted AS (
      INSERT INTO messages (${COLUMNS}, reply_to, attachments)
      SELECT ${VALUES}, shown.list
      FROM ${NUMBERED}
      LEFT JOIN (SELECT conversation_id, n, jsonb_agg(shown ORDER BY place) AS list FROM files GROUP BY 1, 2) AS shown
        ON shown.conversation_id = m.conversation_id AND shown.n = m.n
      RETURNING conversation_id, seq, id, attachments
    ), named AS (
      UPDATE attachments a SET conversation_id = i.conversation_id, seq = i.seq, unnamed_at = NULL
      FROM inserted i JOIN bumped b ON b.id = i.conversation_id
      JOIN files f ON f.conversation_id = b.id AND f.n = i.seq - b.old_seq
      WHERE a.id = f.id
    )${answerWith(`,
           (SELECT json_object_agg(i.id, i.attachments)::text FROM inserted i WHERE i.attachments IS NOT NULL) AS attachments`)}`;

/** Whether messages of checked slots are left out, or written because each was checked under its conversation's lock. */
type CheckedSlots = 'left' | 'written';

/** The texts of the statement. */
export interface InsertTexts {
  onePerConversation: string;
  several: string;
  withFiles: string;
}

const texts = (marked: CheckedSlots): InsertTexts => ({
  onePerConversation: onePerConversation('', marked),
  several: several('', marked),
  withFiles: withFiles('', marked),
});
const textsBesideOlder = (marked: CheckedSlots): InsertTexts => ({
  onePerConversation: onePerConversation(
    ', low_sent = c.low_sent + (d.slot = 1)::int, high_sent = c.high_sent + (d.slot = 2)::int',
    marked,
  ),
  several: several(', low_sent = c.low_sent + d.low, high_sent = c.high_sent + d.high', marked),
  withFiles: withFiles(', low_sent = c.low_sent + d.low, high_sent = c.high_sent + d.high', marked),
});

/** The texts for each writer. */
export const insertTexts = { batch: texts('left'), checked: texts('written') };

/** Used as long as servers of the previous version, which read `low_sent` and `high_sent`, may run. */
export const insertTextsBesideOlder: typeof insertTexts = {
  batch: textsBesideOlder('left'),
  checked: textsBesideOlder('written'),
};

/**
 * The statement that inserts these messages, which are in lock order. It returns one row: the messages' conversation ids, `seq`s and
 * ids as text of arrays, the batch's time, later times by conversation, the conversations whose messages reveal no presence, `people` of
 * teams' conversations, and attachments by message.
 */
export function insertStatement(messages: readonly PendingMessage[], nowMs: number, texts: InsertTexts) {
  const [text, arrays] = chosen(messages, texts);
  return { text, values: [Math.floor(nowMs), ...arrays] };
}

function chosen(messages: readonly PendingMessage[], texts: InsertTexts): [text: string, arrays: string[]] {
  if (messages.some(({ attachment_ids }) => attachment_ids !== null))
    return [texts.withFiles, arraysWithFiles(messages)];
  const isOneEach = messages.every(
    ({ conversation, reply_to }, index) =>
      reply_to === null && conversation.id !== messages[index - 1]?.conversation.id,
  );
  return isOneEach ? [texts.onePerConversation, arraysOfOneEach(messages)] : [texts.several, arraysOf(messages)];
}
