import type { Category } from '@sangam/shared/projects/projects';

/** What the list of projects is narrowed to. */
export interface ProjectFilter {
  search: string;
  /** null: all categories. */
  category: Category | null;
  /** A required skill, in any spelling; of several, separated by commas, one. '': whatever is required. */
  skill: string;
  /** Only open projects with a seat left. */
  openSeats: boolean;
}

/** The filter that lets every project pass. */
export const noFilter: ProjectFilter = { search: '', category: null, skill: '', openSeats: false };

export const isFiltered = ({ search, category, skill, openSeats }: ProjectFilter): boolean =>
  search.trim() !== '' || category !== null || skill !== '' || openSeats;

export const isSameFilter = (a: ProjectFilter, b: ProjectFilter): boolean =>
  a.search === b.search && a.category === b.category && a.skill === b.skill && a.openSeats === b.openSeats;
