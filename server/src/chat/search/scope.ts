import type { SearchQuery } from '@sangam/shared/chat/search-text';
import { hasWords, wordsOf } from '@sangam/shared/core/words';
import type { Db } from '../../platform/db/database.js';
import type { FoundMessage } from './blocks.queries.js';
import {
  type Conversation,
  findConversationsByName,
  findConversationWith,
  findNewestConversations,
  NEWEST_CONVERSATIONS,
} from './queries.js';

/** The conversations and senders of a search. */
export interface Scope {
  /** Null for any sender, or any conversation. */
  senders: readonly number[] | null;
  conversations: readonly number[] | null;
  /** The conversations that are searched one by one. */
  each: readonly Conversation[];
  /** All others have nothing newer; undefined if there are no others. */
  others: Date | undefined;
}

const ME = 'me';

/**
 * Resolves `from:`, `in:` and the other member of the only conversation that is meant; null if they match none of the
 * member's conversations.
 */
export async function scopeOf(
  db: Db,
  userId: number,
  search: Pick<SearchQuery, 'from' | 'in'> & { otherId: number | undefined },
  indexedUntil: Date | null,
): Promise<Scope | null> {
  const newest = await findNewestConversations(db, userId, indexedUntil);
  const areAll = newest.length < NEWEST_CONVERSATIONS;
  const people = areAll ? newest : await withOlder(db, userId, newest, [...search.from, ...search.in]);
  const named = (names: readonly string[]) =>
    people.filter(({ name }) => names.some((typed) => hasWords(name, wordsOf(typed))));

  const writers = named(search.from);
  const isMe = search.from.some((name) => name.toLowerCase() === ME);
  const senders =
    search.from.length === 0 ? null : [...writers.map(({ other_id }) => other_id), ...(isMe ? [userId] : [])];
  // A message that another member wrote to this one is in their conversation.
  const ofWriters = search.from.length === 0 || isMe ? null : writers;
  const ofNames =
    search.in.length === 0 ? ofWriters : named(search.in).filter((one) => ofWriters?.includes(one) ?? true);
  const inside = search.otherId === undefined ? ofNames : await meant(search.otherId, ofNames);
  if (senders?.length === 0 || inside?.length === 0) return null;
  return {
    senders,
    conversations: inside?.map(({ conversation_id }) => conversation_id) ?? null,
    each: inside ?? newest,
    others: inside !== null || areAll ? undefined : newest.at(-1)?.last_message_at,
  };

  /** The conversation with this member, unless the names exclude it. */
  async function meant(otherId: number, among: readonly Conversation[] | null): Promise<readonly Conversation[]> {
    const isMeant = ({ other_id }: Conversation) => other_id === otherId;
    if (among !== null) return among.filter(isMeant);
    const known = newest.find(isMeant) ?? (areAll ? undefined : await findConversationWith(db, userId, otherId));
    return known ? [known] : [];
  }
}

/** Adds older conversations, which are too many to compare name by name, by words of the name. */
async function withOlder(
  db: Db,
  userId: number,
  newest: readonly Conversation[],
  names: readonly string[],
): Promise<readonly Conversation[]> {
  const typed = names.map(wordsOf).filter((words) => words.length > 0);
  if (typed.length === 0) return newest;
  const known = new Set(newest.map(({ conversation_id }) => conversation_id));
  const found = await findConversationsByName(db, userId, typed);
  return [...newest, ...found.filter(({ conversation_id }) => !known.has(conversation_id))];
}

/** A position in a member's messages by time; the next page has older ones. */
export interface Place {
  atMs: number;
  id: number;
}

export interface Criteria extends Scope, Pick<SearchQuery, 'words' | 'phrases' | 'afterMs' | 'has'> {
  before: Place;
  limit: number;
}

interface Page {
  found: FoundMessage[];
  /** Where to continue; null once everything was searched. */
  next: Place | null;
}

export interface SearchPage extends Page {
  /** The number of messages outside blocks, searched or left out. */
  unindexed: number;
  /** Some of these were left out, as the indexing job has not reached them. */
  isPartial: boolean;
}

/** Whether a message was sent in the time that is searched. */
export const isWithin = (
  { created_at, id }: FoundMessage,
  { before, afterMs }: Pick<Criteria, 'before' | 'afterMs'>,
): boolean => {
  const atMs = created_at.getTime();
  return (atMs < before.atMs || (atMs === before.atMs && id < before.id)) && (afterMs === null || atMs >= afterMs);
};

/**
 * The newest messages found. The part not yet searched has nothing newer than `unsearched`, so older messages wait for a later page;
 * undefined once everything was searched.
 */
export function pageOf(
  all: readonly FoundMessage[],
  unsearched: Date | undefined,
  { before, afterMs, limit }: Pick<Criteria, 'before' | 'afterMs' | 'limit'>,
): Page {
  const isOver = unsearched !== undefined && afterMs !== null && unsearched.getTime() < afterMs;
  const left = isOver ? undefined : unsearched;
  const isStuck = left !== undefined && left.getTime() >= before.atMs;
  // With very many messages of one moment no later page could be reached, so all found ones are answered.
  const sure = left === undefined || isStuck ? all : all.filter(({ created_at }) => created_at > left);
  // Messages that the job moves into a block meanwhile are found twice.
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
