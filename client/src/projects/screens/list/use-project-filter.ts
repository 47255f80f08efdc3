import { firstChars } from '@sangam/shared/core/text';
import { PROJECT_CATEGORIES, PROJECT_SORTS, projectLimits } from '@sangam/shared/projects/limits';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { useStoresEpoch } from '../../../core/store/reset';
import { entryName, notePosition, positionIn } from '../../../lib/links/positions';
import { filterQuery, type ProjectFilter } from '../../state/project-filter';
import { openProjects, returnToProjects, useProjectList } from '../../state/project-list';

/** Browsers limit how often the address may change, so it follows the typed filter after a pause. */
const WRITE_AFTER_MS = 400;

/** History state of an address that was written from the filter, and so must not set it. */
const WRITTEN = 'filter-written';

/** Returns the filter that the address names. */
export function readFilter(query: string): ProjectFilter {
  const values = new URLSearchParams(query);
  const category = PROJECT_CATEGORIES.find((item) => item === values.get('category')) ?? null;
  const hours = values.get('hours') ?? '';
  return {
    search: firstChars(values.get('search') ?? '', projectLimits.searchMaxChars),
    category,
    skill: firstChars(values.get('skill') ?? '', projectLimits.skillFilterMaxChars),
    allSkills: values.get('match') === 'all',
    role: firstChars(values.get('role') ?? '', projectLimits.roleNameMaxChars),
    hours: /^[1-9]\d{0,2}$/u.test(hours) && Number(hours) <= 168 ? Number(hours) : null,
    openSeats: values.get('open_seats') === 'yes',
    sort: PROJECT_SORTS.find((item) => item === values.get('sort')) ?? null,
  };
}

/** Returns the address of the list under a filter. */
export function filterLink(filter: ProjectFilter): string {
  const values = Object.entries(filterQuery(filter)).map(([name, value]) => [name, String(value)]);
  return values.length === 0 ? '/projects' : `/projects?${new URLSearchParams(values)}`;
}

const address = ({ pathname, search }: Location): string => filterLink(readFilter(search)) || pathname;

/** Shows the list that the address names: from its first page or, after Back and reload, with as many projects as before. */
export function useProjectsOfAddress(): void {
  const location = useLocation();
  const type = useNavigationType();
  const epoch = useStoresEpoch();
  const entry = entryName(location);
  const { search: query } = location;
  const written = location.state === WRITTEN;
  const epochShown = useRef<number | null>(null);
  // Before the paint, and so before the scroll position is restored: an earlier list has another height.
  useLayoutEffect(() => {
    // The current filter may already be newer than the address, so don't compare the two.
    const isOwnWrite = type === 'REPLACE' && written && epochShown.current === epoch;
    epochShown.current = epoch;
    if (isOwnWrite) return;
    const filter = readFilter(query);
    if (type === 'POP') void returnToProjects(filter, positionIn(entry).listed ?? 0);
    else void openProjects(filter);
  }, [entry, query, type, written, epoch]);

  useEffect(() => {
    // Reads the store, since what was last rendered may be another list.
    const note = () => {
      const { data } = useProjectList.getState().list;
      if (data !== null) notePosition(entry, { listed: data.length });
    };
    note();
    return useProjectList.subscribe(note);
  }, [entry]);
}

/** Writes the filter into the address without adding a history entry. */
export function useFilterInAddress(): void {
  const location = useLocation();
  const navigate = useNavigate();
  const link = filterLink(useProjectList((state) => state.filter));
  const current = address(location);
  useEffect(() => {
    if (link === current) return;
    const write = () => navigate(link, { replace: true, state: WRITTEN });
    const timer = setTimeout(write, WRITE_AFTER_MS);
    // Write at once when the reader leaves the field or the page, so that Back returns to what they see.
    const live = new AbortController();
    for (const name of ['pointerdown', 'focusout'])
      window.addEventListener(name, write, { signal: live.signal, once: true, capture: true });
    return () => {
      clearTimeout(timer);
      live.abort();
    };
  }, [link, current, navigate]);
}
