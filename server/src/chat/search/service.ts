import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { isEmptySearch, parseSearch } from '@sangam/shared/chat/search-text';
import { hasWords, wordsOf } from '@sangam/shared/core/search-words';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { findNames } from '../../people/people.js';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { ok } from '../../platform/lib/result.js';
import type { FoundMessage } from './blocks.queries.js';
import { excerptOf } from './excerpt.js';
import { findAttached, findMentions, findMessages } from './find-messages.js';
import { addIndexing } from './indexer.js';
import { findByName, findKnown, findOwnProjects } from './people.queries.js';
import * as queries from './queries.js';
import { type SearchCursor, scopeOf } from './scope.js';
import type { Conversation } from './scope.queries.js';

type Messages = 'GET /api/search/messages';

const PAGE = 20;
const NAMES_PAGE = 10;
/** Characters that a search compares in a millisecond. */
const CHARS_PER_MS = 6_000;
/** More messages than this outside blocks start the indexing job. */
const UNINDEXED_MAX = 500;

export interface SearchService {
  /**
   * A member's own messages that match the words and filters of a search, the newest first, with an estimate of the CPU time that comparing
   * took.
   */
  messages(userId: number, query: CallQuery<Messages>): Promise<{ page: CallAnswer<Messages>['data']; workMs: number }>;
  /**
   * Members whom a member may write to, by words of their name, those they know first; without a name only those they know. With `page`,
   * members whom they don't know are limited to those whose page they may see.
   */
  people(
    userId: number,
    query: CallQuery<'GET /api/search/people'>,
  ): Promise<CallAnswer<'GET /api/search/people'>['data']>;
  /** The member's own projects, by the beginnings of words of the title. */
  projects(userId: number, q: string): Promise<CallAnswer<'GET /api/search/projects'>['data']>;
}

export function createSearchService(deps: ActDeps): SearchService {
  const { db, bus, clock } = deps;
  return {
    async messages(userId, { q = '', other_id, conversation_id, before, before_id }) {
      const search = parseSearch(q);
      const noResults = { page: { messages: [], next: null, is_indexing: false }, workMs: 0 };
      if (isEmptySearch(search) && (other_id ?? conversation_id) === undefined) return noResults;
      const indexedUntil = await queries.findIndexedUntil(db, userId);
      const scope = await scopeOf(db, userId, { ...search, chosen: { other_id, conversation_id } }, indexedUntil);
      if (scope === null) return noResults;
      const { words, phrases, afterMs, has, isMention } = search;
      const start = startCursor({ before, before_id }, search.beforeMs);
      const compared = { chars: 0 };
      const criteria = {
        userId,
        ...scope,
        words,
        phrases,
        afterMs,
        has,
        isMention,
        before: start,
        limit: PAGE,
        compared,
      };
      const ofFiles = has === 'file' || has === 'image';
      const find = ofFiles ? findAttached : isMention ? findMentions : findMessages;
      const page = await find(db, criteria);
      // Conversations that are not searched one by one have messages outside blocks.
      const isBehind =
        !ofFiles &&
        !isMention &&
        scope.othersNewest !== undefined &&
        !(indexedUntil && scope.othersNewest <= indexedUntil);
      if (page.unindexed > UNINDEXED_MAX || isBehind)
        await transact(db, bus, async (trx, publish) => ok(await addIndexing(trx, publish, userId, clock.now())));
      const names = await namesOf(scope.each, page.found);
      const found = {
        messages: page.found.map((message) => presentFound(message, names, words)),
        next: page.next && { before: new Date(page.next.atMs).toISOString(), before_id: page.next.id },
        is_indexing: page.isPartial || isBehind,
      };
      return { page: found, workMs: compared.chars / CHARS_PER_MS };
    },

    async people(userId, { q = '', page }) {
      const words = wordsOf(q);
      // Punctuation alone finds nobody.
      if (words.length === 0 && q.trim() !== '') return { people: [] };
      const at = clock.now();
      const [knownPeople, otherPeople] = await Promise.all([
        findKnown(db, userId, at),
        words.length === 0 ? [] : findByName(db, userId, { words, page, max: NAMES_PAGE, at }),
      ]);
      const found = knownPeople.filter(({ name }) => name !== FORMER_MEMBER && hasWords(name, words));
      const ids = new Set(found.map(({ id }) => id));
      const people = [...found, ...otherPeople.filter(({ id }) => !ids.has(id))].slice(0, NAMES_PAGE);
      return {
        people: people.map(({ conversation_id, ...person }) => ({
          ...person,
          ...(conversation_id !== null && { conversation_id }),
        })),
      };
    },

    async projects(userId, q) {
      const words = wordsOf(q);
      const projects = await findOwnProjects(db, userId);
      return { projects: projects.filter(({ title }) => hasWords(title, words)).slice(0, NAMES_PAGE) };
    },
  };

  /** The names of conversations, most of them known from the search, and of those who wrote in teams' conversations. */
  async function namesOf(conversationsFound: readonly Conversation[], found: readonly FoundMessage[]): Promise<Names> {
    const conversations = new Map(conversationsFound.map(({ conversation_id, name }) => [conversation_id, name]));
    const missing = found.flatMap(({ conversation_id, other_id, sender_id }) =>
      other_id === null ? [sender_id] : conversations.has(conversation_id) ? [] : [other_id],
    );
    return { conversations, members: await findNames(db, [...new Set(missing)]) };
  }
}

interface Names {
  conversations: ReadonlyMap<number, string>;
  members: ReadonlyMap<number, string>;
}

const presentFound = (message: FoundMessage, names: Names, words: readonly string[]) => ({
  conversation_id: message.conversation_id,
  ...presentOrigin(message, names),
  seq: message.seq,
  sender_id: message.sender_id,
  excerpt: excerptOf(message.content, words),
  created_at: message.created_at.toISOString(),
});

/** The fields that name a found message's conversation, and in a team's the member who wrote it. */
function presentOrigin({ conversation_id, other_id, sender_id }: FoundMessage, { conversations, members }: Names) {
  const name = conversations.get(conversation_id);
  if (other_id !== null) return { other_id, other_name: name ?? members.get(other_id) ?? FORMER_MEMBER };
  return { other_name: name ?? '', sender_name: members.get(sender_id) ?? FORMER_MEMBER };
}

/** The latest time of a `Date`. */
const END_MS = 8.64e15 - 1;

/** Where a page begins: after the previous page, and before the date in the search. */
function startCursor(
  last: { before: string | undefined; before_id: number | undefined },
  beforeMs: number | null,
): SearchCursor {
  const start = { atMs: beforeMs ?? END_MS, id: 0 };
  if (last.before === undefined) return start;
  const cursor = { atMs: new Date(last.before).getTime(), id: last.before_id ?? 0 };
  return cursor.atMs < start.atMs ? cursor : start;
}
