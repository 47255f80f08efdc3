import type { FoundMessage, FoundPerson } from '@sangam/shared/chat/search';
import { parseSearch } from '@sangam/shared/chat/search-text';
import { wordsOf } from '@sangam/shared/core/search-words';
import { useCallback, useEffect, useRef, useState } from 'react';
import { request } from '../../../core/api/client';
import { type ApiError, mapResult } from '../../../core/api/errors';
import { callOrder } from '../../../core/store/call-order';
import { rowsBelow } from '../../../core/store/pages';
import { type Moment, moment } from '../../../core/store/table';
import { within } from '../../../lib/within';
import { followChangedMessages } from '../../state/changed-messages';
import { noteConversations } from '../../state/known-conversations';
import type { SearchBoxKind, SearchedIn } from '../../state/search-dialog';
import { followLost, isLost } from '../../state/teams';
import { hasChangedSince } from '../../state/thread/changed-since';
import { pauseWhileIndexing } from '../loading/while-indexing';
import { type FoundNames, findNames, findPeople, keyOfFound, loadedPeople, type NamedProject } from './find-names';

/** The search starts this long after the last keystroke. */
const PAUSE_MS = 200;
/** People and projects wait this long for the messages, so that all appear together; slower messages appear below. */
const TOGETHER_MS = 700;

export interface Found {
  /** The text these results belong to. */
  text: string;
  people: readonly FoundPerson[];
  projects: readonly NamedProject[];
  messages: readonly FoundMessage[];
  /** Where older messages begin; null if there are none. */
  next: { before: string; before_id: number } | null;
  isIndexing: boolean;
  isSearching: boolean;
  error: ApiError | null;
  /** The error is about the next page. */
  hasPageFailed: boolean;
}

export const nothingFound: Found = {
  text: '',
  people: [],
  projects: [],
  messages: [],
  next: null,
  isIndexing: false,
  isSearching: false,
  error: null,
  hasPageFailed: false,
};

const noNames: FoundNames = { people: [], projects: [], error: null };

/** The conversation to search, as the server names it; empty for all. */
interface SearchScope {
  other_id?: number;
  conversation_id?: number;
}

const scopeOf = (inId: number | undefined, conversationId: number | undefined): SearchScope => ({
  ...(inId !== undefined && { other_id: inId }),
  ...(conversationId !== undefined && { conversation_id: conversationId }),
});

type Query = SearchScope & { q: string } & Partial<NonNullable<Found['next']>>;

/** Whether a message of an answer has neither changed nor been lost with its conversation since the call began. */
const isNow = (message: FoundMessage, startedAt: Moment): boolean =>
  !isLost(keyOfFound(message)) && !hasChangedSince(startedAt, keyOfFound(message), message.seq);

/** After this many calls, messages that have changed during the last one are left out. */
const CALLS_MAX = 3;

/** Fetches one page of messages; again if one of them has changed meanwhile, which may no longer be found. */
async function searchPage(query: Query, signal?: AbortSignal) {
  for (let calls = 1; ; calls += 1) {
    const startedAt = moment();
    const answer = await request('GET /api/search/messages', { query, ...(signal && { signal }) });
    if (answer.ok) {
      const { messages } = answer.value.data;
      noteConversations(messages.map(({ conversation_id, other_id: memberId }) => ({ conversation_id, memberId })));
      if (calls < CALLS_MAX && !messages.every((message) => isNow(message, startedAt))) continue;
    }
    return mapResult(answer, ({ data }) => ({ ...data, startedAt }));
  }
}

/** Whether the text has filters, which apply to messages only: no people or projects are searched for. */
const isForMessagesOnly = (text: string): boolean =>
  text.includes(':') && wordsOf(text).length !== parseSearch(text).words.length;

/**
 * Searches people, projects and messages for a text. The previous results stay until all new ones are there, so that nothing moves in
 * between. `within`: the only conversation to search. `loadMore` fetches older messages, and `retry` repeats what failed.
 */
export function useSearch(
  kind: SearchBoxKind,
  text: string,
  within: SearchedIn | null,
): { found: Found; loadMore: () => void; retry: () => void } {
  const { id: inId, conversationId } = within ?? {};
  const isWithin = within !== null;
  const [found, setFound] = useState<Found>(nothingFound);
  const [tries, setTries] = useState(0);
  const current = useRef(found);
  current.current = found;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try searches again
  useEffect(() => {
    const results = { get: () => current.current, set: setFound };
    if (kind === 'people') return searchPeople(text, results);
    if (text.trim() === '' && !isWithin) {
      setFound(nothingFound);
      return;
    }
    return searchMessages({ text, scope: scopeOf(inId, conversationId), withNames: !isWithin }, results);
  }, [kind, text, isWithin, inId, conversationId, tries]);

  const loadMore = useCallback(() => {
    const { next, isSearching, text: searchedText } = current.current;
    if (next === null || isSearching) return;
    const isSame = (state: Found) => state.text === searchedText && isSameCursor(state.next, next);
    setFound((state) => (isSame(state) ? { ...state, isSearching: true } : state));
    const query = { q: searchedText, ...scopeOf(inId, conversationId), ...next };
    void searchPage(query).then((answer) =>
      setFound((state) => {
        if (!isSame(state)) return state.text === searchedText ? { ...state, isSearching: false } : state;
        if (!answer.ok) return { ...state, isSearching: false, error: answer.error, hasPageFailed: true };
        const { messages, next: nextCursor, startedAt } = answer.value;
        const added = messages.filter((message) => isNow(message, startedAt));
        const loaded = { messages: [...state.messages, ...added], next: nextCursor };
        return { ...state, ...loaded, isSearching: false, error: null, hasPageFailed: false };
      }),
    );
  }, [inId, conversationId]);
  const retry = useCallback(() => {
    if (current.current.hasPageFailed) loadMore();
    else setTries((before) => before + 1);
  }, [loadMore]);
  return { found, loadMore, retry };
}

/** The results on screen. */
interface Results {
  get: () => Found;
  set: (change: Found | ((before: Found) => Found)) => void;
}

/** Searches members to write to. Those of the loaded conversations show at once. */
function searchPeople(text: string, { set }: Results): () => void {
  const name = text.trim();
  set({ ...nothingFound, text, people: loadedPeople(name), isSearching: true });
  const lifetime = new AbortController();
  const runSearch = async () => {
    const names = await findPeople(name, lifetime.signal);
    if (!lifetime.signal.aborted) set((before) => ({ ...before, ...names, isSearching: false }));
  };
  const timer = setTimeout(() => void runSearch(), PAUSE_MS);
  return () => {
    clearTimeout(timer);
    lifetime.abort();
  };
}

interface Search {
  text: string;
  scope: SearchScope;
  /** Also finds people and projects. */
  withNames: boolean;
}

type FoundMessages = Pick<Found, 'messages' | 'next' | 'isIndexing' | 'error'>;

/** The answer to a search. */
interface Answered {
  found: FoundMessages;
  startedAt: Moment;
  /** Whether no later search has been answered. */
  isNewest: (isAnswered: boolean) => boolean;
}

const isSameMessage = (a: FoundMessage, b: FoundMessage): boolean => keyOfFound(a) === keyOfFound(b) && a.seq === b.seq;

const isSameCursor = (a: Found['next'], b: Found['next']): boolean =>
  a?.before === b?.before && a?.before_id === b?.before_id;

/** Replaces the first page. The pages below it that were fetched stay. */
function withNewest(before: Found, { found, startedAt }: Answered): Found {
  const { messages, next, isIndexing } = found;
  const newest = messages.filter((message) => isNow(message, startedAt));
  const older = next === null ? [] : rowsBelow(before.messages, messages, isSameMessage);
  const newCursor = older.length === 0 && { next };
  // Without a next page, its failure no longer matters.
  const failure = next === null && { error: null, hasPageFailed: false };
  return { ...before, messages: [...newest, ...older], isIndexing, ...newCursor, ...failure };
}

/** Searches messages, and follows the results, which may be edited, or lost with their conversation. */
function searchMessages({ text, scope, withNames }: Search, { get, set }: Results): () => void {
  const name = text.trim();
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const startCall = callOrder();
  const put = (part: Partial<Found>) => {
    if (!signal.aborted) set((before) => ({ ...before, ...part }));
  };
  const keepOnly = (isKept: (message: FoundMessage) => boolean) =>
    set((before) => ({ ...before, messages: before.messages.filter(isKept) }));
  set((before) => ({
    ...before,
    next: null,
    isSearching: true,
    // The error stays on screen during the next try.
    error: before.text === text ? before.error : null,
    hasPageFailed: false,
  }));

  let nextTimer: ReturnType<typeof setTimeout> | undefined;
  const planAgain = (pauseMs: number) => {
    clearTimeout(nextTimer);
    if (!signal.aborted) nextTimer = setTimeout(() => void searchAgain(), pauseMs);
  };
  /** Returns the messages, and searches again while they are being indexed. */
  const runSearch = async (): Promise<Answered> => {
    const isNewest = startCall();
    const answer = await searchPage({ q: text, ...scope }, signal);
    if (!answer.ok) {
      const found = { messages: [], next: null, isIndexing: false, error: answer.error };
      return { found, startedAt: moment(), isNewest };
    }
    const { next, is_indexing: isIndexing, messages, startedAt } = answer.value;
    const pauseMs = isIndexing ? pauseWhileIndexing(null) : null;
    if (pauseMs !== null) planAgain(pauseMs);
    return { found: { messages, next, isIndexing, error: null }, startedAt, isNewest };
  };
  /** Repeats the search for the results on screen. They stay until that succeeds, even next to the error that ends the tries. */
  const searchAgain = async () => {
    const answered = await runSearch();
    const { error } = answered.found;
    if (signal.aborted || !answered.isNewest(error === null)) return;
    if (error === null) return set((before) => withNewest(before, answered));
    const pauseMs = pauseWhileIndexing(error);
    if (pauseMs === null) set((before) => ({ ...before, isIndexing: false, error, hasPageFailed: false }));
    else planAgain(pauseMs);
  };
  const searchAll = async () => {
    const messageSearch = runSearch();
    const [names, early] = await Promise.all([
      withNames && !isForMessagesOnly(name) ? findNames(name, signal) : noNames,
      within(TOGETHER_MS, messageSearch),
    ]);
    const first = { ...names, text, messages: [], next: null, isIndexing: false };
    if (early === undefined) put(first);
    const { found, startedAt, isNewest } = early ?? (await messageSearch);
    // The messages may have waited for the names. One that has changed since may still be found.
    const messages = found.messages.filter((message) => isNow(message, startedAt));
    const isOvertaken = !isNewest(found.error === null);
    put({
      ...(early && first),
      ...(!isOvertaken && { ...found, messages }),
      error: found.error ?? names.error,
      isSearching: false,
    });
    if (isOvertaken || messages.length < found.messages.length) planAgain(0);
  };
  const timer = setTimeout(() => void searchAll(), PAUSE_MS);
  // A result that was edited may have other words, or no longer be found.
  const stopChanged = followChangedMessages(({ seq }, conversation) => {
    const isOther = (message: FoundMessage) => keyOfFound(message) !== conversation || message.seq !== seq;
    if (get().messages.every(isOther)) return;
    keepOnly(isOther);
    void searchAgain();
  });
  const stopLost = followLost((key) => keepOnly((message) => keyOfFound(message) !== key));
  return () => {
    stopChanged();
    stopLost();
    clearTimeout(timer);
    clearTimeout(nextTimer);
    lifetime.abort();
  };
}
