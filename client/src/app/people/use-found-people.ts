import type { FindPeopleQuery, ListedMember } from '@sangam/shared/app/find-people';
import { useCallback, useEffect, useRef, useState } from 'react';
import { request } from '../../core/api/client';
import { type ApiError, isRefusedWith, isTemporary } from '../../core/api/errors';
import { callOrder } from '../../core/store/call-order';
import { showLists } from '../../core/store/shown-lists';
import { followHidden } from '../../people/state/presence';
import { callQuery, type PeopleFilter } from './people-filter';

interface Found {
  /** Null until the first page has arrived. */
  members: readonly ListedMember[] | null;
  /** The filter that `members` match, as JSON. */
  filterJson: string | null;
  next: string | null;
  /** Identifies the members that the pages are taken from. Send it with `next`, if the server gave it. */
  pool?: string | undefined;
  isLoading: boolean;
  error: ApiError | null;
}

/** Fetches the page after a cursor. A server of the previous version refuses `pool`, so it is asked again without it. */
async function fetchPageAfter(query: FindPeopleQuery, cursor: { after: string; pool: string | undefined }) {
  const answer = await request('GET /api/people', { query: { ...query, ...cursor } });
  const isRefused = !answer.ok && isRefusedWith(answer.error, 'INVALID');
  return isRefused && cursor.pool !== undefined
    ? request('GET /api/people', { query: { ...query, after: cursor.after } })
    : answer;
}

/** Fetches pages from the first on until they have this many members. */
async function fetchFirstPages(query: FindPeopleQuery, count: number, signal: AbortSignal) {
  const first = await request('GET /api/people', { query, signal });
  if (!first.ok) return first;
  let found = first.value.data;
  while (found.next !== null && found.members.length < count && !signal.aborted) {
    const answer = await fetchPageAfter(query, { after: found.next, pool: found.pool });
    if (!answer.ok) return answer;
    found = { ...answer.value.data, members: appendNew(found.members, answer.value.data.members) };
  }
  return { ok: true, value: { data: found } } as const;
}

/** Appends a page's members, without those already listed: a member whose position has changed may be on two pages. */
function appendNew(known: readonly ListedMember[], members: readonly ListedMember[]): ListedMember[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...members.filter(({ id }) => !ids.has(id))];
}

type FoundPage = Pick<Found, 'next' | 'pool'> & { members: readonly ListedMember[] };

/** Returns the first pages, and below them those that the reader has added while these `count` members were fetched again. */
function withPagesSince({ members, next, pool }: Found, count: number, first: FoundPage): FoundPage {
  const added = count === 0 || first.next === null ? [] : (members ?? []).slice(count);
  return added.length === 0 ? first : { next, pool, members: appendNew(first.members, added) };
}

const loaded = { isLoading: false, error: null } as const;
const nothing: Found = { members: null, filterJson: null, next: null, isLoading: true, error: null };

/**
 * Returns the members that match a filter, page by page. They stay on screen until those of another filter have arrived. The shown pages
 * are fetched again with each refresh, and when a member's presence becomes hidden (`followHidden`).
 */
export function useFoundPeople(filter: PeopleFilter): Found & { loadMore: () => Promise<void>; reload: () => void } {
  const [found, setFound] = useState<Found>(nothing);
  const [tries, setTries] = useState(0);
  const wantedJson = JSON.stringify(callQuery(filter));
  const shown = useRef(found);
  useEffect(() => {
    shown.current = found;
  }, [found]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    const live = new AbortController();
    setFound((before) => ({ ...before, isLoading: before.filterJson !== wantedJson, error: null }));
    const startCall = callOrder();
    const load = async () => {
      const isNewest = startCall();
      const { filterJson, members } = shown.current;
      const count = filterJson === wantedJson ? (members?.length ?? 0) : 0;
      const answer = await fetchFirstPages(JSON.parse(wantedJson), count, live.signal);
      if (live.signal.aborted || !isNewest(answer.ok)) return true;
      setFound((before) => {
        if (answer.ok)
          return { ...withPagesSince(before, count, answer.value.data), ...loaded, filterJson: wantedJson };
        return before.filterJson === wantedJson ? before : { ...nothing, isLoading: false, error: answer.error };
      });
      return answer.ok || !isTemporary(answer.error);
    };
    const hide = showLists([{ load }]);
    return () => {
      live.abort();
      hide();
    };
  }, [wantedJson, tries]);

  const { members: listed } = found;
  useEffect(() => {
    const ids = listed?.map(({ id }) => id) ?? [];
    return followHidden(ids, () => setTries((count) => count + 1));
  }, [listed]);

  const { next, pool, filterJson: shownJson } = found;
  const loadMore = useCallback(async () => {
    if (next === null || shownJson !== wantedJson) return;
    const answer = await fetchPageAfter(JSON.parse(wantedJson), { after: next, pool });
    setFound((before) => {
      // The filter has changed, or this is a second press.
      if (before.next !== next) return before;
      if (!answer.ok) return { ...before, error: answer.error };
      const { members, ...cursor } = answer.value.data;
      const all = appendNew(before.members ?? [], members);
      return { ...cursor, filterJson: before.filterJson, members: all, isLoading: false, error: null };
    });
  }, [next, pool, shownJson, wantedJson]);
  return { ...found, loadMore, reload: () => setTries((count) => count + 1) };
}
