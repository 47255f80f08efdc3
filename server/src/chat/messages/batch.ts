import type { Attachment } from '@sangam/shared/chat/attachments';
import type { RunStatement } from '../../platform/db/statements.js';
import { jsonText, type WireText } from '../../platform/lib/wire-text.js';
import type { TeamKey } from '../conversations/kinds.js';
import type { StoredMessage } from '../events.js';
import { type InsertTexts, insertStatement, insertTexts } from './insert-statement.js';
import {
  MESSAGE_COLUMNS,
  messageJson,
  presentMessage,
  storedRow,
  withAttachments,
  withReplyTo,
} from './message-row.js';
import type { PendingMessage, SenderPresence } from './pending-message.js';

interface Inserted {
  conversation_id: number;
  seq: number;
  id: number;
}

/** The order in which every batch locks its conversations. Within a conversation, messages keep their order. */
export const inLockOrder = (messages: readonly PendingMessage[]): PendingMessage[] =>
  messages.toSorted((a, b) => a.conversation.id - b.conversation.id);

export interface BatchOutcome {
  /** The messages of `stored`, in the same order. */
  written: readonly PendingMessage[];
  stored: StoredMessage[];
  /** Messages of conversations that are checked one by one: none of these was written. */
  toCheck: PendingMessage[];
  /** The number of changes to each team's participants (`people`), by conversation id. */
  people: ReadonlyMap<number, number>;
}

/** Stores messages that are in lock order; returns them as committed, in that order. Throws the database's errors. */
export async function insertBatch(
  run: RunStatement,
  messages: readonly PendingMessage[],
  nowMs: number,
  texts: InsertTexts = insertTexts.batch,
): Promise<BatchOutcome> {
  const { rows } = await run<(string | null)[]>({
    ...insertStatement(messages, nowMs, texts),
    rowMode: 'array',
  });
  const [conversations, seqs, ids, timeMs, laterTimes, reserved, people, attachmentLists] = rows[0] ?? [];
  const inserted = insertedOf([conversations, seqs, ids]);
  const { written, toCheck } = partOf(messages, inserted);
  if (inserted.length !== written.length) throw new Error('a batch of messages was stored only in part');
  const time = timeOf(Number(timeMs));
  const laterMs: Record<string, number> = laterTimes ? JSON.parse(laterTimes) : {};
  const reservedIds: readonly number[] = reserved ? JSON.parse(reserved) : [];
  const attachments: Record<number, Attachment[]> = attachmentLists ? JSON.parse(attachmentLists) : {};
  const stored = inserted.map((row, index) => {
    const ownMs = laterMs[row.conversation_id];
    // As many as were inserted.
    const message = written[index] as PendingMessage;
    const { at, iso } = ownMs === undefined ? time : timeOf(ownMs);
    const jsonWith = jsonOf(message, row, iso, attachments[row.id]);
    // All participants of a team receive one text.
    const sender = jsonWith(message.receiver_id === null ? hiddenPresence : message.sender_presence);
    const receiver = reservedIds.includes(row.conversation_id) ? jsonWith(hiddenPresence) : sender;
    return toStored(message, row, at, { sender, receiver });
  });
  return { written, stored, toCheck, people: peopleOf(people) };
}

const nobody: readonly number[] = [];
const noTeams: ReadonlyMap<number, number> = new Map();

const peopleOf = (text: string | null | undefined): ReadonlyMap<number, number> =>
  text ? new Map(Object.entries<number>(JSON.parse(text)).map(([id, people]) => [Number(id), people])) : noTeams;

/** Sets the receivers of messages to teams. `teams`: the participants as of these messages, or later. */
export function nameTeams(stored: readonly StoredMessage[], teams: ReadonlyMap<number, TeamKey>): void {
  for (const message of stored) {
    const key = teams.get(message.conversation_id);
    if (key) message.team = key.memberIds;
  }
}

/** A conversation's messages of one batch are written together or not at all. */
function partOf(
  messages: readonly PendingMessage[],
  inserted: readonly Inserted[],
): Pick<BatchOutcome, 'written' | 'toCheck'> {
  if (inserted.length === messages.length) return { written: messages, toCheck: [] };
  const ids = new Set(inserted.map(({ conversation_id }) => conversation_id));
  return {
    written: messages.filter(({ conversation }) => ids.has(conversation.id)),
    toCheck: messages.filter(({ conversation }) => !ids.has(conversation.id)),
  };
}

interface Time {
  at: Date;
  iso: string;
}
const timeOf = (ms: number): Time => ({ at: new Date(ms), iso: new Date(ms).toISOString() });

/** Parses three columns, each the text of one array, in the order of the messages. One row per message would cost more. */
function insertedOf(columns: readonly (string | null | undefined)[]): Inserted[] {
  if (!columns[0]) return [];
  const [conversations, seqs, ids] = columns.map((text) => (text ?? '{}').slice(1, -1).split(',').map(Number));
  if (!conversations || !seqs || !ids) return [];
  return conversations
    .map((conversation_id, index) => ({ conversation_id, seq: seqs[index] ?? 0, id: ids[index] ?? 0 }))
    .sort((a, b) => a.conversation_id - b.conversation_id || a.seq - b.seq);
}

/** Returns a function from a sender's presence to the message's text for the readers who see that presence. */
function jsonOf(
  { client_id, sender_id, receiver_id, content, sender_name, reply_to }: PendingMessage,
  { conversation_id, seq, id }: Inserted,
  iso: string,
  attachments: Attachment[] | undefined,
): (presence: SenderPresence) => WireText {
  const row = { id, conversation_id, seq, client_id, sender_id, receiver_id };
  return (presence) => {
    const json = messageJson(row, { content, sender_name }, presence, iso);
    const reply = reply_to === null ? json : withReplyTo(json, reply_to);
    return attachments === undefined ? reply : withAttachments(reply, attachments);
  };
}

/**
 * Fields are listed one by one: V8 11.3 collects objects made by a spread late, and a fifth of a batch's memory outlived it by a second
 * (docs/performance.md).
 */
function toStored(
  message: PendingMessage,
  { conversation_id, seq, id }: Inserted,
  created_at: Date,
  json: StoredMessage['json'],
): StoredMessage {
  const { client_id, sender_id, receiver_id, content, sender_name, origin } = message;
  return {
    id,
    conversation_id,
    seq,
    client_id,
    sender_id,
    receiver_id,
    team: null,
    mentioned: nobody,
    content,
    created_at,
    sender_name,
    origin,
    json,
  };
}

/** Used for the receiver if one of the two hides their presence: messages do not reveal it. */
const hiddenPresence: SenderPresence = { is_online: false, last_active: null };

type Repeated = [
  sender_name: string,
  receiver_id: number | null,
  is_hidden: boolean,
  mentioned: number[] | null,
  ...stored: unknown[],
];

/** Reads no other table for a message without mentions. */
const MENTIONED = `CASE WHEN m.mentions IS NOT NULL THEN (
  SELECT json_agg(named.user_id) FROM memberships p
  JOIN message_mentions named ON named.user_id = p.user_id AND named.conversation_id = p.conversation_id AND named.seq = m.seq
  WHERE p.conversation_id = m.conversation_id AND p.left_seq IS NULL AND NOT named.taken_back) END`;

/** The stored messages with these client_ids, as they are now, by `sender_id:client_id`. */
export async function findRepeated(
  run: RunStatement,
  messages: readonly PendingMessage[],
): Promise<Map<string, StoredMessage>> {
  const keyed = messages.filter((message) => message.client_id !== null);
  const found = await run<Repeated>({
    rowMode: 'array',
    text: `
      SELECT u.name, CASE WHEN c.low_id = m.sender_id THEN c.high_id ELSE c.low_id END AS receiver_id,
             EXISTS (SELECT FROM notification_choices n
               WHERE n.user_id IN (c.low_id, c.high_id) AND n.presence_for <> 'anyone')
             OR EXISTS (SELECT FROM blocks b
               WHERE b.blocker_id IN (c.low_id, c.high_id) AND b.blocked_id IN (c.low_id, c.high_id)) AS is_hidden,
             ${MENTIONED} AS mentioned,
             ${MESSAGE_COLUMNS}
      FROM unnest($1::int8[], $2::uuid[]) AS k (sender_id, client_id)
      JOIN messages m ON m.sender_id = k.sender_id AND m.client_id = k.client_id
      JOIN conversations c ON c.id = m.conversation_id
      JOIN users u ON u.id = m.sender_id`,
    values: [keyed.map((message) => message.sender_id), keyed.map((message) => message.client_id)],
  });
  const presences = new Map(keyed.map((message) => [message.sender_id, message.sender_presence]));
  return new Map(
    found.rows.map(([sender_name, receiver_id, is_hidden, mentioned, ...stored]) => {
      const row = { ...storedRow(stored), sender_name, receiver_id };
      const jsonFor = (readerId: number | null, presence: SenderPresence) =>
        jsonText(presentMessage({ ...row, ...jsonPresence(presence, row.created_at) }, readerId));
      const presence = receiver_id === null ? hiddenPresence : (presences.get(row.sender_id) ?? 'active');
      const sender = jsonFor(row.sender_id, presence);
      const differs = is_hidden || row.team_title !== null;
      const receiver = differs ? jsonFor(receiver_id, is_hidden ? hiddenPresence : presence) : sender;
      const json = { sender, receiver };
      const { id, conversation_id, seq, client_id, sender_id, content, created_at } = row;
      const message = { id, conversation_id, seq, client_id, sender_id, receiver_id, content, created_at, sender_name };
      return [
        `${sender_id}:${client_id}`,
        { ...message, team: null, mentioned: mentioned ?? nobody, origin: null, json },
      ];
    }),
  );
}

/** A sender who is active was last active when they sent the message. */
const jsonPresence = (presence: SenderPresence, at: Date) =>
  presence === 'active'
    ? { sender_is_online: true, last_active: at }
    : {
        sender_is_online: presence.is_online,
        last_active: presence.last_active ? new Date(presence.last_active) : null,
      };
