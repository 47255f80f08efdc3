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

/** Whether the filter leaves projects out; the order alone does not count. */
export const isFiltered = ({ search, category, skill, role, hours, openSeats }: ProjectFilter): boolean =>
  search.trim() !== '' || category !== null || skill !== '' || role !== '' || hours !== null || openSeats;

export const isSameFilter = (a: ProjectFilter, b: ProjectFilter): boolean => shallow(a, b);
