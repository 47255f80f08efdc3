import type { FindPeopleQuery, ListedMember } from '@sangam/shared/app/find-people';
import { compareFits, type Fit, fitWeek } from '@sangam/shared/people/fit';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { cleanSkills } from '@sangam/shared/people/profile';
import { spellingsOf } from '@sangam/shared/people/skills';
import { readSharedHours } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { type Filter, findCandidates } from './candidates.queries.js';
import { findOwnProject, findReader } from './facts.queries.js';
import { type Place, parsePlace, writePlace } from './place.js';
import { presentFits } from './present.js';
import { fitsOf, rank, type Wanted } from './ranking.js';
import { isOutsideTeam } from './suggested.queries.js';

interface Page {
  members: ListedMember[];
  next: string | null;
}

/**
 * Listed members (R19.4), a page at a time. INVALID for a place of another order; PROJECT_NOT_FOUND for a project in whose team the reader
 * isn't.
 */
export type FindPeople = (readerId: number, query: FindPeopleQuery) => Promise<Result<Page>>;

const { peoplePage, fitCandidatesMax } = peopleServerLimits;

export function createFindPeople({
  db,
  clock,
  colleges,
}: {
  db: Db;
  clock: Clock;
  colleges: ReadonlyMap<string, string>;
}): FindPeople {
  return async (readerId, query) => {
    const { sort = 'activity', project_id, after } = query;
    const place = after === undefined ? null : parsePlace(after);
    if (after !== undefined && (place === null || (place.kind === 'fit') !== (sort !== 'activity')))
      return fail('INVALID');
    const isForProject = sort === 'project';
    const needed =
      isForProject && project_id !== undefined ? await findOwnProject(db, project_id, readerId) : undefined;
    if (isForProject && needed === undefined) return fail('PROJECT_NOT_FOUND');
    const nowMs = clock.nowMs();
    const [reader, hours] = await Promise.all([findReader(db, readerId), readSharedHours(db, readerId, nowMs)]);
    const wanted = { required: needed ?? reader.skills, reader, hours, week: fitWeek(nowMs), isForProject };
    const filter = filterOf(readerId, query, isForProject ? project_id : undefined);
    const page = await readPage({ filter, wanted, place, sort, minHours: query.hours ?? 0 });
    return ok({
      members: await presentFits(db, page.fits, { colleges, isForProject }),
      next: page.next && writePlace(page.next),
    });
  };

  interface Asked {
    filter: Filter;
    wanted: Wanted;
    place: Place | null;
    sort: 'activity' | 'fit' | 'project';
    minHours: number;
  }
  interface Found {
    fits: Fit[];
    next: Place | null;
  }

  async function readPage({ filter, wanted, place, sort, minHours }: Asked): Promise<Found> {
    if (sort !== 'activity') {
      const fits = (await rank(db, filter, wanted)).filter(({ about_hours }) => about_hours >= minHours);
      const rest = place?.kind === 'fit' ? fits.filter((found) => compareFits(place.fit, found.place) < 0) : fits;
      return cut(rest, ({ place: fit }) => ({ kind: 'fit', fit }));
    }
    const after = afterOf(place);
    const placeOf = ({ place: { id, activeOn: day } }: Fit): Place =>
      day === null ? { kind: 'hiding', id } : { kind: 'active', day, id };
    const range = { required: null, hours: wanted.hours };
    // One more than a page tells whether there is another.
    if (minHours === 0) {
      const candidates = await findCandidates(db, filter, { ...range, after, limit: peoplePage + 1 });
      return cut(fitsOf(candidates, wanted), placeOf);
    }
    const candidates = await findCandidates(db, filter, { ...range, after: null, limit: fitCandidatesMax });
    const fits = fitsOf(candidates, wanted).filter(({ about_hours }) => about_hours >= minHours);
    return cut(after === null ? fits : fits.filter((found) => isAfter(found, after)), placeOf);
  }
}

function filterOf(readerId: number, query: FindPeopleQuery, projectId: number | undefined): Filter {
  const { skills = '', match = 'any', role = '', college = '', free_from = null } = query;
  const spellings = cleanSkills(skills.split(',')).map(spellingsOf);
  const groups = match === 'all' || spellings.length === 0 ? spellings : [spellings.flat()];
  const further = projectId === undefined ? [] : [isOutsideTeam(projectId)];
  return { readerId, skills: groups, role, college, freeFrom: free_from, further };
}

const afterOf = (place: Place | null) => {
  if (place === null || place.kind === 'fit') return null;
  return place.kind === 'active' ? { day: place.day, id: place.id } : { day: null, id: place.id };
};

/** Whether a member comes after a place in the order by activity. */
const isAfter = ({ place: { activeOn, id } }: Fit, after: { day: string | null; id: number }): boolean => {
  const [day, lastDay] = [activeOn ?? '', after.day ?? ''];
  return day === lastDay ? id < after.id : day < lastDay;
};

/** The first page, and the place after it if there are more. */
function cut(fits: readonly Fit[], placeOf: (fit: Fit) => Place): { fits: Fit[]; next: Place | null } {
  const last = fits.length > peoplePage ? fits[peoplePage - 1] : undefined;
  return { fits: fits.slice(0, peoplePage), next: last ? placeOf(last) : null };
}
