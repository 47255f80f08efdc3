import type { FindPeopleQuery, ListedMember } from '@sangam/shared/app/find-people';
import { compareFits, type Fit, fitWeek, weekOf } from '@sangam/shared/people/fit-order';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { cleanSkills } from '@sangam/shared/people/profile';
import { spellingsOf } from '@sangam/shared/people/skills';
import { readSharedHours } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { findFitReader } from '../../projects/projects/fitting.queries.js';
import { type Filter, findCandidates } from './candidates.queries.js';
import { findOwnProject } from './facts.queries.js';
import { endOf, fitsOf, mostOf, rankWithin, upTo, type Wanted } from './fitting.js';
import {
  compareActivity,
  type Ends,
  type Place,
  parseEnds,
  parsePlace,
  toActivity,
  toPlace,
  writeEnds,
  writePlace,
} from './place.js';
import { presentFits } from './present.js';
import { isOutsideTeam } from './suggested-people.queries.js';

interface Page {
  members: ListedMember[];
  next: string | null;
  pool?: string;
}

/**
 * Returns a page of listed members (R19.4). INVALID for a place from another order; PROJECT_NOT_FOUND for a project in whose team the
 * reader isn't.
 */
export type FindPeople = (readerId: number, query: FindPeopleQuery) => Promise<Result<Page>>;

const { peoplePage } = peopleServerLimits;

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
    const { sort = 'activity', project_id, after, pool } = query;
    const place = after === undefined ? null : parsePlace(after);
    if (after !== undefined && (place === null || (place.kind === 'fit') !== (sort !== 'activity')))
      return fail('INVALID');
    const ends = pool === undefined ? null : parseEnds(pool);
    if (pool !== undefined && (ends === null || place === null)) return fail('INVALID');
    const isForProject = sort === 'project';
    const needed =
      isForProject && project_id !== undefined ? await findOwnProject(db, project_id, readerId) : undefined;
    if (isForProject && needed === undefined) return fail('PROJECT_NOT_FOUND');
    const nowMs = clock.nowMs();
    const [reader, hours] = await Promise.all([findFitReader(db, readerId), readSharedHours(db, readerId, nowMs)]);
    const week = place?.kind === 'fit' ? weekOf(place.fit, fitWeek(nowMs)) : fitWeek(nowMs);
    const wanted = { required: needed ?? reader.skills, reader, hours, week, isForProject };
    const filter = filterOf(readerId, query, isForProject ? project_id : undefined);
    const page = await readPage({ filter, wanted, place, ends, sort, minHours: query.hours ?? 0 });
    return ok({
      members: await presentFits(db, page.fits, { colleges, isForProject }),
      next: page.next && writePlace(page.next),
      ...(page.next && page.ends && { pool: writeEnds(page.ends) }),
    });
  };

  interface Asked {
    filter: Filter;
    wanted: Wanted;
    place: Place | null;
    ends: Ends | null;
    sort: 'activity' | 'fit' | 'project';
    minHours: number;
  }
  interface Found {
    fits: Fit[];
    next: Place | null;
    ends?: Ends;
  }

  async function readPage({ filter, wanted, place, ends, sort, minHours }: Asked): Promise<Found> {
    if (sort !== 'activity') {
      const ranked = await rankWithin(db, filter, wanted, ends);
      const fits = ranked.fits.filter(({ about_hours }) => about_hours >= minHours);
      const rest = place?.kind === 'fit' ? fits.filter((found) => compareFits(place.fit, found.place) < 0) : fits;
      return { ...cut(rest, ({ place: fit }) => ({ kind: 'fit', fit })), ends: ranked.ends };
    }
    const last = place === null || place.kind === 'fit' ? null : toActivity(place);
    const range = { required: null, hours: wanted.hours };
    // One more than a page, to see whether there is a next page.
    if (minHours === 0) {
      const after = last && { day: last.activeOn, id: last.id };
      const candidates = await findCandidates(db, filter, { ...range, after, limit: peoplePage + 1 });
      return cut(fitsOf(candidates, wanted), ({ place: found }) => toPlace(found));
    }
    const candidates = await findCandidates(db, filter, { ...range, after: null, limit: mostOf(ends) });
    const pool = fitsOf(candidates, wanted);
    const fits = upTo(pool, ends?.[0]).filter(({ about_hours }) => about_hours >= minHours);
    const rest = last === null ? fits : fits.filter((found) => compareActivity(last, found.place) < 0);
    return { ...cut(rest, ({ place: found }) => toPlace(found)), ends: ends ?? [endOf(pool)] };
  }
}

function filterOf(readerId: number, query: FindPeopleQuery, projectId: number | undefined): Filter {
  const { skills = '', match = 'any', role = '', college = '', free_from = null } = query;
  const spellings = cleanSkills(skills.split(',')).map(spellingsOf);
  const groups = match === 'all' || spellings.length === 0 ? spellings : [spellings.flat()];
  const further = projectId === undefined ? [] : [isOutsideTeam(projectId)];
  return { readerId, skills: groups, role, college, freeFrom: free_from, further };
}

/** Returns the first page, and its end as the place for the next page if there are more. */
function cut(fits: readonly Fit[], placeOf: (fit: Fit) => Place): { fits: Fit[]; next: Place | null } {
  const last = fits.length > peoplePage ? fits[peoplePage - 1] : undefined;
  return { fits: fits.slice(0, peoplePage), next: last ? placeOf(last) : null };
}
