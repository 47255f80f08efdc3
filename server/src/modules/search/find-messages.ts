import { setImmediate as nextTurn } from 'node:timers/promises';
import { hasWords } from '@sangam/shared/rules/search-words';
import type { Db } from '../../db/database.js';
import { type FoundMessage, type Range, readRanges } from './blocks.queries.js';
import { isBefore, type Looked, type Looking, pageOf } from './looking.js';
import { type Candidate, type Conversation, findBlocks, findNewestBlocks } from './queries.js';

/** One search looks at so many blocks at most, and then says where to go on. */
const BLOCKS_MAX = 64;
const FIRST_BLOCKS = 4;
/** What is frequent is found in so many of the newest ones, and all its blocks need not be sorted. */
const NEWEST_BLOCKS = 8;
/** And at so many messages that are in no block. */
const TAIL_MESSAGES_MAX = 5_000;
/** So many are compared before others have their turn. */
const AT_ONCE = 512;

/** Finds a member's messages with these words, the newest first: blocks that have all words, by time, until a page of them is found. */
export async function findMessages(db: Db, userId: number, looking: Looking): Promise<Looked> {
  const { words, conversations, each, others, before, limit } = looking;
  const until = new Date(before.atMs + 1);
  const tail = tailsOf(each);
  const ids = each.map(({ conversation_id }) => conversation_id);
  const newest = await findNewestBlocks(db, { before: until, conversations: ids, max: NEWEST_BLOCKS });
  const outside = await matching(db, userId, looking, tail.ranges);
  const answer = (all: readonly FoundMessage[], left: Date | undefined): Looked => ({
    ...pageOf(all, left, looking),
    unindexed: tail.count,
    isPartial: tail.isPartial,
  });

  const frequent = [...outside, ...(await matching(db, userId, looking, newest))];
  const edge = newest.length < NEWEST_BLOCKS ? undefined : newest.at(-1)?.last_at;
  const left = latest(edge, others);
  if (left === undefined || isPageNewerThan(left, frequent, limit)) return answer(frequent, left);

  const candidates = await findBlocks(db, userId, words, { before: until, conversations, max: BLOCKS_MAX + 1 });
  const blocks = candidates.slice(0, BLOCKS_MAX);
  const found = [...outside];
  for (let at = 0, size = FIRST_BLOCKS; at < blocks.length; at += size, size *= 2) {
    const next = blocks[at];
    if (next && isPageNewerThan(next.last_at, found, limit)) break;
    found.push(...(await matching(db, userId, looking, blocks.slice(at, at + size))));
  }
  return answer(found, candidates[BLOCKS_MAX]?.last_at);
}

const latest = (a: Date | undefined, b: Date | undefined): Date | undefined =>
  a === undefined || b === undefined ? (a ?? b) : a > b ? a : b;

/** Nothing comes in between any more. */
const isPageNewerThan = (at: Date, found: readonly FoundMessage[], limit: number): boolean =>
  found.filter(({ created_at }) => created_at > at).length > limit;

/** The newest messages that are in no block, as many as one search looks at. */
function tailsOf(conversations: readonly Conversation[]): { ranges: Range[]; count: number; isPartial: boolean } {
  let left = TAIL_MESSAGES_MAX;
  const all = conversations.map(({ conversation_id, indexed_seq, last_seq }) => ({
    conversation_id,
    indexed_seq,
    last_seq,
  }));
  const ranges = all.flatMap(({ conversation_id, indexed_seq, last_seq }) => {
    const taken = Math.min(last_seq - indexed_seq, left);
    left -= taken;
    return taken <= 0 ? [] : [{ conversation_id, from_seq: last_seq - taken + 1, to_seq: last_seq }];
  });
  const count = all.reduce((sum, { indexed_seq, last_seq }) => sum + Math.max(0, last_seq - indexed_seq), 0);
  return { ranges, count, isPartial: count > TAIL_MESSAGES_MAX };
}

async function matching(
  db: Db,
  userId: number,
  looking: Looking,
  ranges: readonly (Candidate | Range)[],
): Promise<FoundMessage[]> {
  const { words, before } = looking;
  const rows = await readRanges(db, userId, ranges, looking);
  const found: FoundMessage[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await nextTurn();
    if (isBefore(row, before) && hasWords(row.content, words)) found.push(row);
  }
  return found;
}
