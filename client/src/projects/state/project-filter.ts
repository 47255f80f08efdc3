import { firstChars } from '@sangam/shared/core/text';
import { projectLimits } from '@sangam/shared/projects/limits';
import type { Category, ProjectSort } from '@sangam/shared/projects/projects';
import { shallow } from 'zustand/shallow';

/** The filter and the order of the project list. */
export interface ProjectFilter {
  search: string;
  /** null for all categories. */
  category: Category | null;
  /** A required skill in any spelling, or several separated by commas, any of which matches. '' for no filter. */
  skill: string;
  /** Requires all of several skills instead of any. */
  allSkills: boolean;
  /** The name of a role; '' for no filter. */
  role: string;
  /** At least this many free hours a week shared with the creator; null for any. */
  hours: number | null;
  /** Only open projects with a free seat. */
  openSeats: boolean;
  /** null for the newest first or, with a search, the best match first. */
  sort: ProjectSort | null;
}

export const noFilter: ProjectFilter = {
  search: '',
  category: null,
  skill: '',
  allSkills: false,
  role: '',
  hours: null,
  openSeats: false,
  sort: null,
};

/** The filter as the address and the call name it. Leaves out fields that restrict nothing. */
export function filterQuery({
  search: typed,
  category,
  skill,
  allSkills,
  role,
  hours,
  openSeats,
  sort,
}: ProjectFilter) {
  const search = firstChars(typed, projectLimits.searchMaxChars);
  return {
    ...(search !== '' && { search }),
    ...(category !== null && { category }),
    ...(skill !== '' && { skill }),
    ...(allSkills && skill !== '' && { match: 'all' as const }),
    ...(role !== '' && { role }),
    ...(hours !== null && { hours }),
    ...(openSeats && { open_seats: 'yes' as const }),
    ...(sort !== null && { sort }),
  };
}

/** Whether the filter leaves projects out; the order alone does not count. */
export const isFiltered = (filter: ProjectFilter): boolean =>
  Object.keys(filterQuery({ ...filter, sort: null })).length > 0;

export const isSameFilter = (a: ProjectFilter, b: ProjectFilter): boolean => shallow(a, b);
