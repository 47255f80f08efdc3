import type { ListedMember } from '@sangam/shared/app/find-people';
import { useCallback, useEffect, useState } from 'react';
import { request } from '../../core/api/client';
import type { ApiError } from '../../core/api/errors';
import { callQuery, type PeopleFilter } from './people-filter';

interface Found {
  /** Null until the first page has come. */
  members: readonly ListedMember[] | null;
  next: string | null;
  isLoading: boolean;
  error: ApiError | null;
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

  const { next } = found;
  const more = useCallback(async () => {
    if (next === null) return;
    const answer = await request('GET /api/people', { query: { ...JSON.parse(wanted), after: next } });
    setFound((before) => {
      // Another filter, or a second press.
      if (before.next !== next) return before;
      if (!answer.ok) return { ...before, error: answer.error };
      const { members, next: following } = answer.value.data;
      const known = new Set(before.members?.map(({ id }) => id));
      const added = members.filter(({ id }) => !known.has(id));
      return { members: [...(before.members ?? []), ...added], next: following, isLoading: false, error: null };
    });
  }, [next, wanted]);
  return { ...found, more, again: () => setTries((count) => count + 1) };
}
