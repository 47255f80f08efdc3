import { hasWords, type SearchQuery, wordsOf } from '@sangam/shared/chat/search-text';
import { peopleLimits } from '@sangam/shared/people/limits';
import type { Db } from '../../platform/db/database.js';
import type { FoundMessage } from './blocks.queries.js';
import {
  type Conversation,
  findConversationsByName,
  findNewestConversations,
  NEWEST_CONVERSATIONS,
} from './queries.js';

/** Where a search looks, and whose messages it wants. */
export interface Scope {
  /** Null: of anybody, in any conversation. */
  senders: readonly number[] | null;
  conversations: readonly number[] | null;
  /** The conversations that are looked through one by one. */
  each: readonly Conversation[];
  /** All others have nothing newer; undefined where these are all. */
  others: Date | undefined;
}

const ME = 'me';

/** What `from:` and `in:` mean to this member; null where they name nobody whom the member talks with. */
export async function scopeOf(
  db: Db,
  userId: number,
  search: Pick<SearchQuery, 'from' | 'in'>,
  indexedUntil: Date | null,
): Promise<Scope | null> {
  const newest = await findNewestConversations(db, userId, indexedUntil);
  const areAll = newest.length < NEWEST_CONVERSATIONS;
  const people = areAll ? newest : await withOlder(db, userId, newest, [...search.from, ...search.in]);
  const named = (names: readonly string[]) =>
    people.filter(({ name }) => names.some((asked) => hasWords(name, wordsOf(asked))));

  const writers = named(search.from);
  const isMe = search.from.some((name) => name.toLowerCase() === ME);
  const senders =
    search.from.length === 0 ? null : [...writers.map(({ other_id }) => other_id), ...(isMe ? [userId] : [])];
  // What another one wrote to the member is in the conversation of the two.
  const ofWriters = search.from.length === 0 || isMe ? null : writers;
  const inside =
    search.in.length === 0 ? ofWriters : named(search.in).filter((one) => ofWriters?.includes(one) ?? true);
  if (senders?.length === 0 || inside?.length === 0) return null;
  return {
    senders,
    conversations: inside?.map(({ conversation_id }) => conversation_id) ?? null,
    each: inside ?? newest,
    others: inside !== null || areAll ? undefined : newest.at(-1)?.last_message_at,
  };
}

/** Very many conversations are not read name by name: older ones are found by how the name begins. */
async function withOlder(
  db: Db,
  userId: number,
  newest: readonly Conversation[],
  names: readonly string[],
): Promise<readonly Conversation[]> {
  const beginnings = names.filter((name) => Array.from(name).length >= peopleLimits.nameSearchMinChars);
  if (beginnings.length === 0) return newest;
  const known = new Set(newest.map(({ conversation_id }) => conversation_id));
  const found = await findConversationsByName(db, userId, beginnings);
  return [...newest, ...found.filter(({ conversation_id }) => !known.has(conversation_id))];
}

/** A place in a member's messages by time; what was found before it comes next. */
export interface Place {
  atMs: number;
  id: number;
}

export interface Looking extends Scope {
  words: readonly string[];
  before: Place;
  limit: number;
}

/** A page of what was found. */
interface Page {
  found: FoundMessage[];
  /** Where to go on; null once everything was looked through. */
  next: Place | null;
}

export interface Looked extends Page {
  /** Of the messages that are in no block, so many were looked through or left out. */
  unindexed: number;
  /** Some of them were left out: the job has not come that far. */
  isPartial: boolean;
}

export const isBefore = ({ created_at, id }: FoundMessage, before: Place): boolean => {
  const atMs = created_at.getTime();
  return atMs < before.atMs || (atMs === before.atMs && id < before.id);
};

/**
 * The newest of what was found. `left`: what was not looked at is not newer than this; undefined once everything was looked at. Nothing
 * that is older than it is answered before that.
 */
export function pageOf(
  all: readonly FoundMessage[],
  left: Date | undefined,
  { before, limit }: Pick<Looking, 'before' | 'limit'>,
): Page {
  const isStuck = left !== undefined && left.getTime() >= before.atMs;
  // Where very many are of one moment, what was found comes before what lies between: otherwise nothing would.
  const sure = left === undefined || isStuck ? all : all.filter(({ created_at }) => created_at > left);
  // What the job puts into a block meanwhile is found twice.
  const once = [...new Map(sure.map((message) => [message.id, message])).values()];
  const sorted = once.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || b.id - a.id);
  const found = sorted.slice(0, limit);
  const last = found.at(-1);
  if (sorted.length > limit && last) return { found, next: { atMs: last.created_at.getTime(), id: last.id } };
  if (left === undefined) return { found, next: null };
  return {
    found,
    next: isStuck ? { atMs: before.atMs - 1, id: 0 } : { atMs: left.getTime(), id: Number.MAX_SAFE_INTEGER },
  };
}
