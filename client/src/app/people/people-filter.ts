import type { FindPeopleQuery } from '@sangam/shared/app/find-people';
import { firstChars } from '@sangam/shared/core/text';
import { peopleLimits } from '@sangam/shared/people/limits';
import { projectLimits } from '@sangam/shared/projects/limits';

/** The filter of the list of members, as its address names it. */
export interface PeopleFilter {
  /** Separated by commas; '' for all. */
  skills: string;
  all: boolean;
  college: string;
  /** The reader's project by whose skills the list is sorted; null for the last active first. */
  project: number | null;
}

export const noFilter: PeopleFilter = { skills: '', all: false, college: '', project: null };

const ID = /^[1-9]\d{0,14}$/u;

/** Returns the filter that an address names. */
export function readPeopleFilter(query: URLSearchParams): PeopleFilter {
  const project = query.get('project') ?? '';
  return {
    skills: firstChars(query.get('skills') ?? '', projectLimits.skillFilterMaxChars),
    all: query.get('match') === 'all',
    college: firstChars(query.get('college') ?? '', peopleLimits.collegeMaxChars),
    project: ID.test(project) ? Number(project) : null,
  };
}

/** Returns the query of the address of the list under a filter. */
export const peopleQuery = ({ skills, all, college, project }: PeopleFilter): Record<string, string> => ({
  ...(skills.trim() === '' ? {} : { skills: skills.trim() }),
  ...(all ? { match: 'all' } : {}),
  ...(college.trim() === '' ? {} : { college: college.trim() }),
  ...(project === null ? {} : { project: String(project) }),
});

/** Returns the query of the call. */
export const callQuery = ({ skills, all, college, project }: PeopleFilter): FindPeopleQuery => ({
  ...(skills === '' ? {} : { skills }),
  ...(all ? { match: 'all' } : {}),
  ...(college === '' ? {} : { college }),
  ...(project === null ? {} : { sort: 'project', project_id: project }),
});
