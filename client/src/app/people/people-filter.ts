import type { FindPeopleQuery } from '@sangam/shared/app/find-people';
import { firstChars } from '@sangam/shared/core/text';
import { peopleLimits } from '@sangam/shared/people/limits';
import { projectLimits } from '@sangam/shared/projects/limits';

/** The order of the list: by activity, by fit to the reader, or by fit to the project with this id. */
export type PeopleOrder = 'activity' | 'fit' | number;

/** The filter of the list of members, as its address names it. */
export interface PeopleFilter {
  /** Skills separated by commas; '' for no filter. */
  skills: string;
  allSkills: boolean;
  role: string;
  college: string;
  /** At least this many shared hours a week; null for any. */
  hours: number | null;
  /** Members who are available from this day on, YYYY-MM-DD; '' for any. */
  freeFrom: string;
  order: PeopleOrder;
}

export const noFilter: PeopleFilter = {
  skills: '',
  allSkills: false,
  role: '',
  college: '',
  hours: null,
  freeFrom: '',
  order: 'activity',
};

const ID = /^[1-9]\d{0,14}$/u;
const HOURS = /^(?:[1-9]|[1-9]\d|1[0-5]\d|16[0-8])$/u;
const DAY = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/u;

/** Returns the filter that an address names. */
export function readPeopleFilter(query: URLSearchParams): PeopleFilter {
  const project = query.get('project') ?? '';
  const hours = query.get('hours') ?? '';
  const freeFrom = query.get('free_from') ?? '';
  return {
    skills: firstChars(query.get('skills') ?? '', projectLimits.skillFilterMaxChars),
    allSkills: query.get('match') === 'all',
    role: firstChars(query.get('role') ?? '', peopleLimits.roleMaxChars),
    college: firstChars(query.get('college') ?? '', peopleLimits.collegeMaxChars),
    hours: HOURS.test(hours) ? Number(hours) : null,
    freeFrom: DAY.test(freeFrom) ? freeFrom : '',
    order: ID.test(project) ? Number(project) : query.get('sort') === 'fit' ? 'fit' : 'activity',
  };
}

/** Returns typed skills as in the address, without a comma after the last one. */
export const trimSkills = (typed: string): string => typed.replace(/[\s,]+$/u, '').trim();

const filterQuery = ({ skills, allSkills, role, college, hours, freeFrom }: PeopleFilter) => ({
  ...(trimSkills(skills) === '' ? {} : { skills: trimSkills(skills) }),
  ...(allSkills ? { match: 'all' as const } : {}),
  ...(role.trim() === '' ? {} : { role: role.trim() }),
  ...(college.trim() === '' ? {} : { college: college.trim() }),
  ...(freeFrom === '' ? {} : { free_from: freeFrom }),
  ...(hours === null ? {} : { hours }),
});

/** Returns the query of the address of the list under a filter. */
export const peopleQuery = (filter: PeopleFilter): Record<string, string> => {
  const { hours, ...texts } = filterQuery(filter);
  const { order } = filter;
  return {
    ...texts,
    ...(hours === undefined ? {} : { hours: String(hours) }),
    ...(order === 'fit' && { sort: 'fit' }),
    ...(typeof order === 'number' && { project: String(order) }),
  };
};

/** Returns the query of the call. */
export const callQuery = (filter: PeopleFilter): FindPeopleQuery => ({
  ...filterQuery(filter),
  ...(filter.order === 'fit' && { sort: 'fit' }),
  ...(typeof filter.order === 'number' && { sort: 'project', project_id: filter.order }),
});

/** Whether the filter leaves members out; the order alone doesn't count. */
export const isFiltered = (filter: PeopleFilter): boolean => Object.keys(filterQuery(filter)).length > 0;
