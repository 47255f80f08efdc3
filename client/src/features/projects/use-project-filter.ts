import { limits } from '@sangam/shared/rules/limits';
import { firstChars } from '@sangam/shared/rules/text';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type ProjectFilter, setProjectFilter, useProjectList } from '../../stores/projects';

/** The search that an address brings along (`/projects?search=…`, from the navigation bar) becomes the page's. */
export function useSearchFromAddress(): void {
  const { search: query, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same search sent again counts again
  useEffect(() => {
    const search = new URLSearchParams(query).get('search');
    if (search !== null) void setProjectFilter({ search: firstChars(search, limits.searchMaxChars), category: null });
  }, [query, key]);
}

/** The filter, and how it is changed: an address that named another search is cleared then. */
export function useProjectFilter(): [ProjectFilter, (filter: ProjectFilter) => void] {
  const filter = useProjectList((state) => state.filter);
  const { search: query } = useLocation();
  const navigate = useNavigate();
  const change = (next: ProjectFilter) => {
    void setProjectFilter(next);
    if (query !== '') navigate('/projects', { replace: true });
  };
  return [filter, change];
}
