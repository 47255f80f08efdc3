import { hasWords } from '@sangam/shared/chat/search-text';
import type { Db } from '../../platform/db/database.js';
import { type Attached, findNewestAttached } from './attached.queries.js';
import { readRanges } from './blocks.queries.js';
import { isBefore, type Looked, type Looking, pageOf } from './looking.js';

/** One search looks at so many pictures and files at most, and then says where to go on. */
const ATTACHED_MAX = 500;

/** Finds a member's messages with pictures or files, the newest first; words may be those of a file's name, too. */
export async function findAttached(
  db: Db,
  userId: number,
  looking: Looking & { has: 'file' | 'image' },
): Promise<Looked> {
  const { words, senders, conversations, before, limit, has } = looking;
  const newest = await findNewestAttached(db, userId, {
    before: new Date(before.atMs + 1),
    conversations,
    picturesOnly: has === 'image',
    max: ATTACHED_MAX,
  });
  const names = namesByMessage(newest);
  const ranges = [...names.values()].map(([{ conversation_id, seq }]) => ({
    conversation_id,
    from_seq: seq,
    to_seq: seq,
  }));
  const messages = await readRanges(db, userId, ranges, { senders, words: [] });
  const found = messages.filter((message) => {
    const files = names.get(nameOf(message)) ?? [];
    const text = [message.content, ...files.map(({ name }) => name)].join(' ');
    return isBefore(message, before) && hasWords(text, words);
  });
  const left = newest.length < ATTACHED_MAX ? undefined : newest.at(-1);
  return { ...pageOf(found, left?.sent_at, { before, limit }), unindexed: 0, isPartial: false };
}

const nameOf = ({ conversation_id, seq }: { conversation_id: number; seq: number }) => `${conversation_id}:${seq}`;

/** What each message has, in the order of the messages. */
function namesByMessage(newest: readonly Attached[]): Map<string, [Attached, ...Attached[]]> {
  const names = new Map<string, [Attached, ...Attached[]]>();
  for (const attached of newest) {
    const of = names.get(nameOf(attached));
    if (of) of.push(attached);
    else names.set(nameOf(attached), [attached]);
  }
  return names;
}
