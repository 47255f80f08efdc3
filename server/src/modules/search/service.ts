import type { CallAnswer, CallQuery } from '@sangam/shared/contract/calls';
import { FORMER_MEMBER } from '@sangam/shared/rules/former-member';
import { isEmptySearch, parseSearch } from '@sangam/shared/rules/search-query';
import { hasWords, wordsOf } from '@sangam/shared/rules/search-words';
import type { Db } from '../../db/database.js';
import { transact } from '../../db/transaction.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import { ok } from '../../lib/result.js';
import { excerptOf } from './excerpt.js';
import { findMessages, type Place } from './find-messages.js';
import { addIndexing } from './indexer.js';
import { createPeopleSearch, type PeopleSearch } from './people.js';
import * as queries from './queries.js';

type Messages = 'GET /api/search/messages';

const PAGE = 20;
/** From so many messages on that are in no block, they are written into blocks. */
const UNINDEXED_MAX = 500;

export interface SearchService extends PeopleSearch {
  /** A member's own messages with the words and filters of a search, the newest first. */
  messages(userId: number, query: CallQuery<Messages>): Promise<CallAnswer<Messages>['data']>;
}

export function createSearchService(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): SearchService {
  const { db, bus, clock } = deps;
  return {
    ...createPeopleSearch(db),
    async messages(userId, { q = '', before, before_id }) {
      const search = parseSearch(q);
      const nothing = { messages: [], next: null, is_indexing: false };
      if (isEmptySearch(search)) return nothing;
      const people = search.from.length + search.in.length > 0 ? await queries.findNamed(db, userId) : [];
      const named = (names: readonly string[]) =>
        people.filter(({ name }) => names.some((asked) => hasWords(name, wordsOf(asked))));
      const isMe = search.from.some((name) => name.toLowerCase() === 'me');
      const senders =
        search.from.length === 0
          ? null
          : [...named(search.from).map(({ other_id }) => other_id), ...(isMe ? [userId] : [])];
      const conversations =
        search.in.length === 0 ? null : named(search.in).map(({ conversation_id }) => conversation_id);
      if (senders?.length === 0 || conversations?.length === 0) return nothing;
      const indexedUntil = await queries.findIndexedUntil(db, userId);
      const looked = await findMessages(db, userId, {
        words: search.words,
        senders,
        conversations,
        before: startOf({ before, before_id }, search.beforeMs),
        limit: PAGE,
        indexedUntil,
      });
      if (looked.unindexed > UNINDEXED_MAX)
        await transact(db, bus, async (trx, publish) =>
          ok(await addIndexing(trx, publish, userId, new Date(clock.nowMs()))),
        );
      const names = await queries.findNames(db, [...new Set(looked.found.map(({ other_id }) => other_id))]);
      return {
        messages: looked.found.map((message) => ({
          other_id: message.other_id,
          other_name: names.get(message.other_id) ?? FORMER_MEMBER,
          seq: message.seq,
          sender_id: message.sender_id,
          excerpt: excerptOf(message.content, search.words),
          created_at: message.created_at.toISOString(),
        })),
        next: looked.next && { before: new Date(looked.next.atMs).toISOString(), before_id: looked.next.id },
        is_indexing: looked.isPartial,
      };
    },
  };
}

/** The latest time that a date can say. */
const END_MS = 8.64e15 - 1;

/** Where a page begins: after the last one, and before the date that was asked for. */
function startOf(last: { before: string | undefined; before_id: number | undefined }, beforeMs: number | null): Place {
  const asked = { atMs: beforeMs ?? END_MS, id: 0 };
  if (last.before === undefined) return asked;
  const place = { atMs: new Date(last.before).getTime(), id: last.before_id ?? 0 };
  return place.atMs < asked.atMs ? place : asked;
}
