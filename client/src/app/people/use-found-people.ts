import type { FindPeopleQuery, ListedMember } from '@sangam/shared/app/find-people';
import { useCallback, useEffect, useState } from 'react';
import { request } from '../../core/api/client';
import type { ApiError } from '../../core/api/errors';
import { callQuery, type PeopleFilter } from './people-filter';

interface Found {
  /** Null until the first page has come. */
  members: readonly ListedMember[] | null;
  next: string | null;
  /** Goes with `next`, if the server gives it. */
  pool?: string | undefined;
  isLoading: boolean;
  error: ApiError | null;
}

/** Asks for the page after a place. A server of the version before knows no pool, and refuses it. */
async function askAfter(query: FindPeopleQuery, place: { after: string; pool: string | undefined }) {
  const answer = await request('GET /api/people', { query: { ...query, ...place } });
  const isRefused = !answer.ok && answer.error.kind === 'server' && answer.error.code === 'INVALID';
  return isRefused && place.pool !== undefined
    ? request('GET /api/people', { query: { ...query, after: place.after } })
    : answer;
}

const nothing: Found = { members: null, next: null, isLoading: true, error: null };

/** The members under a filter, by pages. The last ones stay on screen until those of another filter have come. */
export function useFoundPeople(filter: PeopleFilter): Found & { more: () => Promise<void>; again: () => void } {
  const [found, setFound] = useState<Found>(nothing);
  const [tries, setTries] = useState(0);
  const wanted = JSON.stringify(callQuery(filter));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    const live = new AbortController();
    setFound((before) => ({ ...before, isLoading: true, error: null }));
    void request('GET /api/people', { query: JSON.parse(wanted), signal: live.signal }).then((answer) => {
      if (live.signal.aborted) return;
      if (answer.ok) setFound({ ...answer.value.data, isLoading: false, error: null });
      else setFound({ members: null, next: null, isLoading: false, error: answer.error });
    });
    return () => live.abort();
  }, [wanted, tries]);

  const { next, pool } = found;
  const more = useCallback(async () => {
    if (next === null) return;
    const answer = await askAfter(JSON.parse(wanted), { after: next, pool });
    setFound((before) => {
      // Another filter, or a second press.
      if (before.next !== next) return before;
      if (!answer.ok) return { ...before, error: answer.error };
      const { members, ...place } = answer.value.data;
      const known = new Set(before.members?.map(({ id }) => id));
      const added = members.filter(({ id }) => !known.has(id));
      return { members: [...(before.members ?? []), ...added], ...place, isLoading: false, error: null };
    });
  }, [next, pool, wanted]);
  return { ...found, more, again: () => setTries((count) => count + 1) };
}
