import type { Category, ProjectSort } from '@sangam/shared/projects/projects';

/** The filter and the order of the project list. */
export interface ProjectFilter {
  search: string;
  /** null for all categories. */
  category: Category | null;
  /** A required skill in any spelling, or several separated by commas, any of which matches. '' for no filter. */
  skill: string;
  /** Only open projects with a free seat. */
  openSeats: boolean;
  /** null for the newest first or, with a search, the best match first. */
  sort: ProjectSort | null;
}

export const noFilter: ProjectFilter = { search: '', category: null, skill: '', openSeats: false, sort: null };

/** Whether the filter leaves projects out; the order alone does not count. */
export const isFiltered = ({ search, category, skill, openSeats }: ProjectFilter): boolean =>
  search.trim() !== '' || category !== null || skill !== '' || openSeats;

export const isSameFilter = (a: ProjectFilter, b: ProjectFilter): boolean =>
  a.search === b.search &&
  a.category === b.category &&
  a.skill === b.skill &&
  a.openSeats === b.openSeats &&
  a.sort === b.sort;
