import type { SearchQuery } from '@sangam/shared/chat/search-text';
import { hasWords, wordsOf } from '@sangam/shared/core/search-words';
import type { Db } from '../../platform/db/database.js';
import type { FoundMessage } from './blocks.queries.js';
import {
  type ChosenConversation,
  type Conversation,
  findConversation,
  findConversationsByName,
  findNewestConversations,
  findParticipants,
  findTeams,
  NEWEST_CONVERSATIONS,
} from './scope.queries.js';

/** The conversations and senders of a search. */
interface Scope {
  /** Null for any sender, or any conversation. */
  senders: readonly number[] | null;
  conversations: readonly number[] | null;
  /** The conversations that are searched one by one. */
  each: readonly Conversation[];
  /** The teams' conversations among these. */
  teams: readonly number[];
  /** The other conversations have nothing newer than this; undefined if there are none. */
  othersNewest: Date | undefined;
}

const ME = 'me';

/**
 * Resolves `from:`, `in:` and the single conversation that a search names; null if they match none of the member's conversations. All
 * teams' conversations are searched one by one, with the newest direct ones.
 */
export async function scopeOf(
  db: Db,
  userId: number,
  search: Pick<SearchQuery, 'from' | 'in'> & { chosen: ChosenConversation },
  indexedUntil: Date | null,
): Promise<Scope | null> {
  const [newest, teams] = await Promise.all([findNewestConversations(db, userId, indexedUntil), findTeams(db, userId)]);
  const areAll = newest.length < NEWEST_CONVERSATIONS;
  const direct = areAll ? newest : await withOlder(db, userId, newest, [...search.from, ...search.in]);
  const withTeams = (conversations: readonly Conversation[]) => byTime([...conversations, ...teams]);

  const writers = await findWriters(db, userId, { direct, teams }, search.from);
  const isMe = search.from.some((name) => name.toLowerCase() === ME);
  const senders = search.from.length === 0 ? null : [...writers.ids, ...(isMe ? [userId] : [])];
  // A direct message by another member is in the conversation with them.
  const byWriters =
    search.from.length === 0 || isMe
      ? null
      : withTeams(direct).filter(({ conversation_id }) => writers.conversations.has(conversation_id));
  const byNames =
    search.in.length === 0
      ? byWriters
      : withTeams(direct).filter(
          (conversation) => isNamed(conversation.name, search.in) && (byWriters?.includes(conversation) ?? true),
        );
  const { other_id, conversation_id } = search.chosen;
  const inside = (other_id ?? conversation_id) === undefined ? byNames : await findChosen(byNames);
  if (senders?.length === 0 || inside?.length === 0) return null;
  const each = inside ?? withTeams(newest);
  return {
    senders,
    conversations: inside?.map((conversation) => conversation.conversation_id) ?? null,
    each,
    teams: each.filter((conversation) => conversation.other_id === null).map((one) => one.conversation_id),
    othersNewest: inside !== null || areAll ? undefined : newest.at(-1)?.last_message_at,
  };

  /** The conversation that `chosen` names, unless `in:` excludes it. */
  async function findChosen(candidates: readonly Conversation[] | null): Promise<readonly Conversation[]> {
    const isChosen = (conversation: Conversation) =>
      conversation_id === undefined
        ? conversation.other_id === other_id
        : conversation.conversation_id === conversation_id;
    if (candidates !== null) return candidates.filter(isChosen);
    const match =
      withTeams(newest).find(isChosen) ?? (areAll ? undefined : await findConversation(db, userId, search.chosen));
    return match ? [match] : [];
  }
}

const isNamed = (name: string, names: readonly string[]): boolean =>
  names.some((text) => hasWords(name, wordsOf(text)));

const byTime = (conversations: readonly Conversation[]): Conversation[] =>
  conversations.toSorted((a, b) => b.last_message_at.getTime() - a.last_message_at.getTime());

/** Members who have one of these names, and the conversations that they are or were in. */
async function findWriters(
  db: Db,
  userId: number,
  { direct, teams }: { direct: readonly Conversation[]; teams: readonly Conversation[] },
  names: readonly string[],
): Promise<{ ids: number[]; conversations: Set<number> }> {
  if (names.length === 0) return { ids: [], conversations: new Set() };
  const otherMembers = direct.flatMap(({ conversation_id, other_id, name }) =>
    other_id === null ? [] : [{ conversation_id, user_id: other_id, name }],
  );
  const participants = await findParticipants(
    db,
    teams.map(({ conversation_id }) => conversation_id),
  );
  const found = [...otherMembers, ...participants].filter(
    ({ user_id, name }) => user_id !== userId && isNamed(name, names),
  );
  return {
    ids: [...new Set(found.map(({ user_id }) => user_id))],
    conversations: new Set(found.map(({ conversation_id }) => conversation_id)),
  };
}

/** Adds older conversations by words of the name: they are too many to compare name by name. */
async function withOlder(
  db: Db,
  userId: number,
  newest: readonly Conversation[],
  names: readonly string[],
): Promise<readonly Conversation[]> {
  const nameWords = names.map(wordsOf).filter((words) => words.length > 0);
  if (nameWords.length === 0) return newest;
  const knownIds = new Set(newest.map(({ conversation_id }) => conversation_id));
  const found = await findConversationsByName(db, userId, nameWords);
  return [...newest, ...found.filter(({ conversation_id }) => !knownIds.has(conversation_id))];
}

/** A position in a member's messages by time; the next page has older ones. */
export interface SearchCursor {
  atMs: number;
  id: number;
}

export interface Criteria extends Scope, Pick<SearchQuery, 'words' | 'phrases' | 'afterMs' | 'has' | 'isMention'> {
  /** The member who searches. */
  userId: number;
  before: SearchCursor;
  limit: number;
  /** How much text the search has compared so far. */
  compared: { chars: number };
}

interface Page {
  found: FoundMessage[];
  /** Where to continue; null once everything was searched. */
  next: SearchCursor | null;
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
 * The newest messages found. The part not yet searched has nothing newer than `unsearched`, so older messages wait for a later page.
 * `unsearched` is undefined once everything was searched.
 */
export function pageOf(
  messages: readonly FoundMessage[],
  unsearched: Date | undefined,
  { before, afterMs, limit }: Pick<Criteria, 'before' | 'afterMs' | 'limit'>,
): Page {
  const isOver = unsearched !== undefined && afterMs !== null && unsearched.getTime() < afterMs;
  const remaining = isOver ? undefined : unsearched;
  const isStuck = remaining !== undefined && remaining.getTime() >= before.atMs;
  // If very many messages have the same time, no later page could be reached, so all that were found are returned.
  const complete =
    remaining === undefined || isStuck ? messages : messages.filter(({ created_at }) => created_at > remaining);
  // A message that the job moves into a block meanwhile is found twice.
  const once = [...new Map(complete.map((message) => [message.id, message])).values()];
  const sorted = once.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || b.id - a.id);
  const found = sorted.slice(0, limit);
  const last = found.at(-1);
  if (sorted.length > limit && last) return { found, next: { atMs: last.created_at.getTime(), id: last.id } };
  if (remaining === undefined) return { found, next: null };
  return {
    found,
    next: isStuck ? { atMs: before.atMs - 1, id: 0 } : { atMs: remaining.getTime(), id: Number.MAX_SAFE_INTEGER },
  };
}
