import { firstChars } from '@sangam/shared/core/text';
import { PROJECT_CATEGORIES, projectLimits } from '@sangam/shared/projects/limits';
import { useEffect, useRef } from 'react';
import { type Location, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { useStoresEpoch } from '../../../core/store/reset';
import { entryName, notePlace, placeIn } from '../../../lib/links/places';
import type { ProjectFilter } from '../../state/project-filter';
import { openProjects, returnToProjects, useProjectList } from '../../state/project-list';

/** What is typed goes into the address after a pause: a browser takes only so many changes of it in a while. */
const WRITE_AFTER_MS = 400;

/** The state of an address that follows the filter, instead of leading to it. */
const WRITTEN = 'filter-written';

/** The filter that an address names. */
export function readFilter(query: string): ProjectFilter {
  const values = new URLSearchParams(query);
  const category = PROJECT_CATEGORIES.find((item) => item === values.get('category')) ?? null;
  return {
    search: firstChars(values.get('search') ?? '', projectLimits.searchMaxChars),
    category,
    skill: firstChars(values.get('skill') ?? '', projectLimits.skillFilterMaxChars),
    openSeats: values.get('open_seats') === 'yes',
  };
}

/** The address of the list under a filter. */
export function filterLink({ search, category, skill, openSeats }: ProjectFilter): string {
  const query = new URLSearchParams({
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(category === null ? {} : { category }),
    ...(skill === '' ? {} : { skill }),
    ...(openSeats ? { open_seats: 'yes' } : {}),
  }).toString();
  return query === '' ? '/projects' : `/projects?${query}`;
}

const address = ({ pathname, search }: Location): string => filterLink(readFilter(search)) || pathname;

/** Shows the list that the address names: anew, or on Back and a reload as it was left. */
export function useProjectsOfAddress(): void {
  const location = useLocation();
  const type = useNavigationType();
  const epoch = useStoresEpoch();
  const entry = entryName(location);
  const { search: query } = location;
  const written = location.state === WRITTEN;
  const epochShown = useRef<number | null>(null);
  useEffect(() => {
    // Not compared with the filter of now: the reader may have typed on meanwhile.
    const isOwnWrite = type === 'REPLACE' && written && epochShown.current === epoch;
    epochShown.current = epoch;
    if (isOwnWrite) return;
    const filter = readFilter(query);
    if (type === 'POP') void returnToProjects(filter, placeIn(entry).listed ?? 0);
    else void openProjects(filter);
  }, [entry, query, type, written, epoch]);

  const listed = useProjectList((state) => state.list.data?.length);
  useEffect(() => {
    if (listed !== undefined) notePlace(entry, { listed });
  }, [entry, listed]);
}

/** Writes the filter into the address, without a step in the history. */
export function useFilterInAddress(): void {
  const location = useLocation();
  const navigate = useNavigate();
  const link = filterLink(useProjectList((state) => state.filter));
  const current = address(location);
  useEffect(() => {
    if (link === current) return;
    const write = () => navigate(link, { replace: true, state: WRITTEN });
    const timer = setTimeout(write, WRITE_AFTER_MS);
    // Who leaves the field, or the page with a press, is to come back to what they see.
    const live = new AbortController();
    for (const name of ['pointerdown', 'focusout'])
      window.addEventListener(name, write, { signal: live.signal, once: true, capture: true });
    return () => {
      clearTimeout(timer);
      live.abort();
    };
  }, [link, current, navigate]);
}
