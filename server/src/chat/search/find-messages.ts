import { hasLink, hasPhrases } from '@sangam/shared/chat/search-text';
import { hasWords } from '@sangam/shared/core/search-words';
import type { Db } from '../../platform/db/database.js';
import { takeTurns } from '../../platform/lib/timers.js';
import { type FoundMessage, LINK, type Range, readRanges } from './blocks.queries.js';
import {
  type AttachedFile,
  type Candidate,
  findBlocks,
  findNewestAttached,
  findNewestMentions,
  ownersOf,
  walkBlocks,
} from './queries.js';
import { type Criteria, isWithin, pageOf, type SearchPage } from './scope.js';
import type { Conversation } from './scope.queries.js';

/** The most blocks that one search reads; its answer says where to continue. */
const BLOCKS_MAX = 64;
const FIRST_BLOCKS = 4;
/** A search looks at this many of the newest blocks first, where it finds frequent words without sorting all blocks that have them. */
const WALKED_BLOCKS = 256;
const WALKED_OF_EACH = 64;
/** The most messages outside blocks that one search reads. */
const TAIL_MESSAGES_MAX = 5_000;
/** Characters compared before other work gets its turn: about 10 ms. */
const CHARS_AT_ONCE = 60_000;

/** Each word is looked up for every team, and more words exclude few more blocks. All words are compared in the messages anyway. */
const WORDS_LOOKED_UP = 4;

/** The words to look up in blocks: the longest, as the rarest, and the mark for a link. */
const wordsOfBlocks = ({ words, has }: Criteria): readonly string[] => {
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, WORDS_LOOKED_UP);
  return has === 'link' ? [...longest, LINK] : longest;
};

/** Finds a member's messages with these words, the newest first: reads blocks that have all words, newest first, until a page is full. */
export async function findMessages(db: Db, criteria: Criteria): Promise<SearchPage> {
  const { userId, conversations, each, before, limit } = criteria;
  const until = new Date(before.atMs + 1);
  const tail = tailsOf(each);
  const outside = await matching(db, criteria, tail.ranges);
  const answer = (messages: readonly FoundMessage[], unsearched: Date | undefined): SearchPage => ({
    ...pageOf(messages, unsearched, criteria),
    unindexed: tail.count,
    isPartial: tail.isPartial,
  });

  const found = [...outside];
  const newestFew = await walk(db, criteria, until);
  const newerBlocks = newestFew.blocks.slice(0, BLOCKS_MAX);
  if (await searchBlocks(db, criteria, newerBlocks, found)) return answer(found, undefined);
  const nextBlockAt = newestFew.blocks[BLOCKS_MAX]?.last_at;
  if (nextBlockAt !== undefined) return answer(found, nextBlockAt);
  if (newestFew.unsearched === undefined || isPageNewerThan(newestFew.unsearched, found, limit))
    return answer(found, newestFew.unsearched);

  // The words are in few blocks, so sorting them all is cheap.
  const range = { before: until, conversations, max: BLOCKS_MAX + 1 };
  const candidates = await findBlocks(db, ownersOf(userId, criteria.teams), wordsOfBlocks(criteria), range);
  const searched = new Set(newerBlocks.map(blockKey));
  const olderBlocks = candidates.slice(0, BLOCKS_MAX).filter((block) => !searched.has(blockKey(block)));
  if (await searchBlocks(db, criteria, olderBlocks, found)) return answer(found, undefined);
  return answer(found, candidates[BLOCKS_MAX]?.last_at);
}

const blockKey = ({ conversation_id, from_seq }: Range): string => `${conversation_id}:${from_seq}`;

/** The newest blocks with the words, the newest first. Blocks that were not looked at hold nothing newer than `unsearched`. */
async function walk(
  db: Db,
  criteria: Criteria,
  before: Date,
): Promise<{ blocks: Candidate[]; unsearched: Date | undefined }> {
  const { userId, teams, each, othersNewest } = criteria;
  const conversations = each.map(({ conversation_id }) => conversation_id);
  const range = { before, conversations, each: WALKED_OF_EACH, max: WALKED_BLOCKS };
  const walked = await walkBlocks(db, ownersOf(userId, teams), wordsOfBlocks(criteria), range);
  let unsearched = latest(othersNewest, walked.length < WALKED_BLOCKS ? undefined : walked.at(-1)?.last_at);
  const counts = new Map<number, number>();
  for (const { conversation_id, last_at } of walked) {
    const count = (counts.get(conversation_id) ?? 0) + 1;
    counts.set(conversation_id, count);
    // This conversation may have more blocks, all of them older.
    if (count === WALKED_OF_EACH) unsearched = latest(unsearched, last_at);
  }
  return {
    blocks: walked.filter(({ fits, last_at }) => fits && (unsearched === undefined || last_at >= unsearched)),
    unsearched,
  };
}

/** Searches these blocks, a few at a time; returns true as soon as the following ones cannot add to the page. */
async function searchBlocks(
  db: Db,
  criteria: Criteria,
  blocks: readonly Candidate[],
  found: FoundMessage[],
): Promise<boolean> {
  for (let at = 0, size = FIRST_BLOCKS; at < blocks.length; at += size, size *= 2) {
    const next = blocks[at];
    if (next && isDone(next.last_at, found, criteria)) return true;
    found.push(...(await matching(db, criteria, blocks.slice(at, at + size))));
  }
  return false;
}

const latest = (a: Date | undefined, b: Date | undefined): Date | undefined =>
  a === undefined || b === undefined ? (a ?? b) : a > b ? a : b;

/** Whether older messages than this add nothing to the page. */
const isDone = (at: Date, found: readonly FoundMessage[], { afterMs, limit }: Criteria): boolean =>
  (afterMs !== null && at.getTime() < afterMs) || isPageNewerThan(at, found, limit);

/** Whether newer messages than this fill the page. */
const isPageNewerThan = (at: Date, found: readonly FoundMessage[], limit: number): boolean =>
  found.filter(({ created_at }) => created_at > at).length > limit;

/** The newest messages in no block, at most as many as one search reads. */
function tailsOf(conversations: readonly Conversation[]): { ranges: Range[]; count: number; isPartial: boolean } {
  let room = TAIL_MESSAGES_MAX;
  const ranges = conversations.flatMap(({ conversation_id, indexed_seq, last_seq }) => {
    const tailLength = Math.min(last_seq - indexed_seq, room);
    room -= tailLength;
    return tailLength <= 0 ? [] : [{ conversation_id, from_seq: last_seq - tailLength + 1, to_seq: last_seq }];
  });
  const count = conversations.reduce((sum, { indexed_seq, last_seq }) => sum + Math.max(0, last_seq - indexed_seq), 0);
  return { ranges, count, isPartial: count > TAIL_MESSAGES_MAX };
}

async function matching(db: Db, criteria: Criteria, ranges: readonly (Candidate | Range)[]): Promise<FoundMessage[]> {
  const { userId, words, phrases, has } = criteria;
  const rows = await readRanges(db, userId, ranges, criteria);
  return filterMessages(
    rows,
    criteria,
    ({ content }) => hasWords(content, words) && hasPhrases(content, phrases) && (has !== 'link' || hasLink(content)),
  );
}

/**
 * The messages within the searched time that fit. Comparing blocks the event loop, so other work gets turns in between, and the characters
 * are counted.
 */
async function filterMessages(
  messages: readonly FoundMessage[],
  criteria: Criteria,
  fits: (message: FoundMessage) => boolean,
): Promise<FoundMessage[]> {
  const { compared: progress } = criteria;
  const found: FoundMessage[] = [];
  const turn = takeTurns(CHARS_AT_ONCE);
  for (const message of messages) {
    if (!isWithin(message, criteria)) continue;
    await turn(message.content.length);
    progress.chars += message.content.length;
    if (fits(message)) found.push(message);
  }
  return found;
}

/** The most pictures and files that one search reads; its answer says where to continue. */
const ROWS_MAX = 500;

/** Finds a member's messages with pictures or files, the newest first; the words may be in a file's name, too. */
export async function findAttached(db: Db, criteria: Criteria): Promise<SearchPage> {
  const { userId, words, phrases, senders, conversations, before, has, isMention } = criteria;
  const newest = await findNewestAttached(db, userId, {
    before: new Date(before.atMs + 1),
    conversations,
    teams: criteria.teams,
    picturesOnly: has === 'image',
    mentionsOnly: isMention,
    max: ROWS_MAX,
  });
  const attachedFiles = attachedByMessage(newest);
  const ranges = [...attachedFiles.values()].map(([{ conversation_id, seq }]) => ({
    conversation_id,
    from_seq: seq,
    to_seq: seq,
  }));
  const messages = await readRanges(db, userId, ranges, { senders, words: [] });
  const found = await filterMessages(messages, criteria, (message) => {
    const files = attachedFiles.get(messageKey(message)) ?? [];
    const text = [message.content, ...files.map(({ name }) => name)].join(' ');
    return hasWords(text, words) && hasPhrases(text, phrases);
  });
  const oldest = newest.length < ROWS_MAX ? undefined : newest.at(-1);
  return { ...pageOf(found, oldest?.sent_at, criteria), unindexed: 0, isPartial: false };
}

/** Finds the messages that mention a member, the newest first. */
export async function findMentions(db: Db, criteria: Criteria): Promise<SearchPage> {
  const { userId, conversations, before } = criteria;
  const range = { before: new Date(before.atMs + 1), conversations, max: ROWS_MAX };
  const newest = await findNewestMentions(db, userId, range);
  const ranges = newest.map(({ conversation_id, seq }) => ({ conversation_id, from_seq: seq, to_seq: seq }));
  const found = await matching(db, criteria, ranges);
  const oldest = newest.length < ROWS_MAX ? undefined : newest.at(-1);
  return { ...pageOf(found, oldest?.at, criteria), unindexed: 0, isPartial: false };
}

const messageKey = ({ conversation_id, seq }: { conversation_id: number; seq: number }) => `${conversation_id}:${seq}`;

/** The attachments of each message, in the order of the messages. */
function attachedByMessage(newest: readonly AttachedFile[]): Map<string, [AttachedFile, ...AttachedFile[]]> {
  const byMessage = new Map<string, [AttachedFile, ...AttachedFile[]]>();
  for (const attached of newest) {
    const ofMessage = byMessage.get(messageKey(attached));
    if (ofMessage) ofMessage.push(attached);
    else byMessage.set(messageKey(attached), [attached]);
  }
  return byMessage;
}
