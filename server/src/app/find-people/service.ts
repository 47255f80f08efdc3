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
import {
  compareActivity,
  type Ends,
  type PeopleCursor,
  parseCursor,
  parseEnds,
  toActivity,
  toCursor,
  writeCursor,
  writeEnds,
} from './cursor.js';
import { findOwnProject } from './facts.queries.js';
import { endOf, type FitCriteria, fitsOf, mostOf, rankWithin, upTo } from './fitting.js';
import { presentFits } from './present.js';
import { isOutsideTeam } from './suggested-people.queries.js';

interface Page {
  members: ListedMember[];
  next: string | null;
  pool?: string;
}

/**
 * Returns a page of listed members (R19.4). INVALID for a cursor of another order; PROJECT_NOT_FOUND for a project in whose team the
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
    const cursor = after === undefined ? null : parseCursor(after);
    if (after !== undefined && (cursor === null || (cursor.kind === 'fit') !== (sort !== 'activity')))
      return fail('INVALID');
    const ends = pool === undefined ? null : parseEnds(pool);
    if (pool !== undefined && (ends === null || cursor === null)) return fail('INVALID');
    const isForProject = sort === 'project';
    const needed =
      isForProject && project_id !== undefined ? await findOwnProject(db, project_id, readerId) : undefined;
    if (isForProject && needed === undefined) return fail('PROJECT_NOT_FOUND');
    const nowMs = clock.nowMs();
    const [reader, hours] = await Promise.all([findFitReader(db, readerId), readSharedHours(db, readerId, nowMs)]);
    const week = cursor?.kind === 'fit' ? weekOf(cursor.fit, fitWeek(nowMs)) : fitWeek(nowMs);
    const criteria = { required: needed ?? reader.skills, reader, hours, week, isForProject };
    const filter = filterOf(readerId, query, isForProject ? project_id : undefined);
    const page = await readPage({ filter, criteria, cursor, ends, sort, minHours: query.hours ?? 0 });
    return ok({
      members: await presentFits(db, page.fits, { colleges, isForProject }),
      next: page.next && writeCursor(page.next),
      ...(page.next && page.ends && { pool: writeEnds(page.ends) }),
    });
  };

  interface PageRequest {
    filter: Filter;
    criteria: FitCriteria;
    cursor: PeopleCursor | null;
    ends: Ends | null;
    sort: 'activity' | 'fit' | 'project';
    minHours: number;
  }
  interface PageResult {
    fits: Fit[];
    next: PeopleCursor | null;
    ends?: Ends;
  }

  async function readPage({ filter, criteria, cursor, ends, sort, minHours }: PageRequest): Promise<PageResult> {
    if (sort !== 'activity') {
      const ranked = await rankWithin(db, filter, criteria, ends);
      const fits = ranked.fits.filter(({ about_hours }) => about_hours >= minHours);
      const following = cursor?.kind === 'fit' ? fits.filter((found) => compareFits(cursor.fit, found.rank) < 0) : fits;
      return { ...firstPageOf(following, ({ rank: fit }) => ({ kind: 'fit', fit })), ends: ranked.ends };
    }
    const last = cursor === null || cursor.kind === 'fit' ? null : toActivity(cursor);
    const range = { required: null, hours: criteria.hours };
    // One more than a page, to see whether there is a next page.
    if (minHours === 0) {
      const after = last && { day: last.activeOn, id: last.id };
      const candidates = await findCandidates(db, filter, { ...range, after, limit: peoplePage + 1 });
      return firstPageOf(fitsOf(candidates, criteria), ({ rank: found }) => toCursor(found));
    }
    const candidates = await findCandidates(db, filter, { ...range, after: null, limit: mostOf(ends) });
    const pool = fitsOf(candidates, criteria);
    const fits = upTo(pool, ends?.[0]).filter(({ about_hours }) => about_hours >= minHours);
    const following = last === null ? fits : fits.filter((found) => compareActivity(last, found.rank) < 0);
    return { ...firstPageOf(following, ({ rank: found }) => toCursor(found)), ends: ends ?? [endOf(pool)] };
  }
}

function filterOf(readerId: number, query: FindPeopleQuery, projectId: number | undefined): Filter {
  const { skills = '', match = 'any', role = '', college = '', free_from = null } = query;
  const spellings = cleanSkills(skills.split(',')).map(spellingsOf);
  const groups = match === 'all' || spellings.length === 0 ? spellings : [spellings.flat()];
  const extraConditions = projectId === undefined ? [] : [isOutsideTeam(projectId)];
  return { readerId, skills: groups, role, college, freeFrom: free_from, extraConditions };
}

/** Returns the first page, and its end as the cursor of the next page if there are more. */
function firstPageOf(
  fits: readonly Fit[],
  cursorOf: (fit: Fit) => PeopleCursor,
): { fits: Fit[]; next: PeopleCursor | null } {
  const last = fits.length > peoplePage ? fits[peoplePage - 1] : undefined;
  return { fits: fits.slice(0, peoplePage), next: last ? cursorOf(last) : null };
}
