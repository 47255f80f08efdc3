import { setImmediate as nextTurn } from 'node:timers/promises';
import { hasWords } from '@sangam/shared/rules/search-words';
import type { Db } from '../../db/database.js';
import { type FoundMessage, readRanges } from './blocks.queries.js';
import { type Candidate, findBlocks, findNewestBlocks, findTails, type Tail } from './queries.js';

/** A place in a member's messages by time; what was found before it comes next. */
export interface Place {
  atMs: number;
  id: number;
}

export interface Looked {
  found: FoundMessage[];
  /** Where to go on; null once everything was looked through. */
  next: Place | null;
  /** Of the messages that are in no block, so many were looked through or left out. */
  unindexed: number;
  /** Some of them were left out: the job has not come that far. */
  isPartial: boolean;
}

export interface Looking {
  words: readonly string[];
  /** Null: of anybody, in any conversation. */
  senders: readonly number[] | null;
  conversations: readonly number[] | null;
  before: Place;
  limit: number;
  indexedUntil: Date | null;
}

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
  const { words, conversations, before, limit } = looking;
  const range = { before: new Date(before.atMs + 1), conversations };
  const [newest, tails] = await Promise.all([
    findNewestBlocks(db, userId, { ...range, max: NEWEST_BLOCKS }),
    findTails(db, userId, looking.indexedUntil),
  ]);
  const tail = withinBudget(tails);
  const places = conversations === null ? null : new Set(conversations);
  const unblocked = tail.ranges.filter(({ conversation_id }) => places?.has(conversation_id) ?? true);
  const outside = await matching(db, userId, looking, unblocked);
  const unindexed = tails.reduce((sum, { from_seq, to_seq }) => sum + to_seq - from_seq + 1, 0);
  const answer = (all: FoundMessage[], more: Place | null): Looked => {
    const sorted = all.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || b.id - a.id);
    const page = sorted.slice(0, limit);
    const last = page.at(-1);
    const next = sorted.length > limit && last ? placeOf(last) : more;
    return { found: page, next, unindexed, isPartial: tail.isPartial };
  };
  const after = (all: FoundMessage[], place: Candidate) => all.filter(({ created_at }) => created_at > place.last_at);

  const frequent = [...outside, ...(await matching(db, userId, looking, newest))];
  const edge = newest.at(-1);
  if (edge === undefined || newest.length < NEWEST_BLOCKS) return answer(frequent, null);
  // Newer than all that was not looked at: nothing comes in between any more.
  const sure = after(frequent, edge);
  if (sure.length > limit) return answer(sure, null);

  const candidates = await findBlocks(db, userId, words, { ...range, max: BLOCKS_MAX + 1 });
  const blocks = candidates.slice(0, BLOCKS_MAX);
  const found = [...outside];
  for (let at = 0, size = FIRST_BLOCKS; at < blocks.length; at += size, size *= 2) {
    const next = blocks[at];
    if (next && after(found, next).length > limit) break;
    found.push(...(await matching(db, userId, looking, blocks.slice(at, at + size))));
  }
  const left = candidates[BLOCKS_MAX];
  if (!left) return answer(found, null);
  const frontier = { atMs: left.last_at.getTime(), id: Number.MAX_SAFE_INTEGER };
  // Where very many messages are of one moment, what was found comes before what lies between: otherwise nothing would.
  return frontier.atMs < before.atMs
    ? answer(after(found, left), frontier)
    : answer(found, { atMs: before.atMs - 1, id: 0 });
}

const placeOf = ({ created_at, id }: FoundMessage): Place => ({ atMs: created_at.getTime(), id });

/** The newest messages outside the blocks, as many as one search looks at. */
function withinBudget(tails: readonly Tail[]): { ranges: Candidate[]; isPartial: boolean } {
  let left = TAIL_MESSAGES_MAX;
  let isPartial = false;
  const ranges = tails.flatMap((tail) => {
    const count = tail.to_seq - tail.from_seq + 1;
    const taken = Math.min(count, left);
    left -= taken;
    if (taken < count) isPartial = true;
    return taken === 0 ? [] : [{ ...tail, from_seq: tail.to_seq - taken + 1 }];
  });
  return { ranges, isPartial };
}

async function matching(
  db: Db,
  userId: number,
  { words, senders, before }: Looking,
  ranges: readonly Candidate[],
): Promise<FoundMessage[]> {
  const rows = await readRanges(db, userId, ranges, senders);
  const found: FoundMessage[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const atMs = row.created_at.getTime();
    const isBefore = atMs < before.atMs || (atMs === before.atMs && row.id < before.id);
    if (isBefore && hasWords(row.content, words)) found.push(row);
  }
  return found;
}
