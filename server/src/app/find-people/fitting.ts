import { compareFits, type Fit, fit, isSameCollegeAs } from '@sangam/shared/people/fit-order';
import { hasInCommon } from '@sangam/shared/people/fit-words';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { spellingsOf } from '@sangam/shared/people/skills';
import type { SharedHoursWith } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import type { FitReader } from '../../projects/projects/fitting.queries.js';
import { type Candidate, type Filter, findCandidates, type Range } from './candidates.queries.js';
import { type Activity, compareActivity, type Ends } from './cursor.js';

/** The skills, hours and college with which members are compared. */
export interface FitCriteria {
  required: readonly string[];
  reader: FitReader;
  hours: SharedHoursWith;
  week: number;
  isForProject: boolean;
}

const { fitCandidatesMax, fitCandidatesReserve } = peopleServerLimits;

/** Returns the found members who have something in common with the reader or the project, best fit first (docs/matching.md). */
export const rank = async (db: Db, filter: Filter, criteria: FitCriteria): Promise<Fit[]> =>
  (await rankWithin(db, filter, criteria, null)).fits;

/**
 * Like `rank`, and also returns the last compared member of each pool. Pass the `ends` of the first page for the later ones, so that nobody
 * drops out because others have become active since; null for the first page.
 */
export async function rankWithin(
  db: Db,
  filter: Filter,
  criteria: FitCriteria,
  ends: Ends | null,
): Promise<{ fits: Fit[]; ends: Ends }> {
  const pools = poolsOf(filter, criteria);
  const range = { after: null, limit: mostOf(ends), hours: criteria.hours };
  const found = await Promise.all(
    pools.map(({ required, ...pool }) => findCandidates(db, pool, { ...range, required })),
  );
  const candidates = new Map(found.flat().map((candidate) => [candidate.id, candidate]));
  const fits = new Map(fitsOf([...candidates.values()], criteria).map((memberFit) => [memberFit.rank.id, memberFit]));
  const poolFits = pools.flatMap(({ required }, index) => {
    const ids = new Set(found[index]?.map(({ id }) => id));
    const ofPool = [...ids].flatMap((id) => fits.get(id) ?? []).toSorted((a, b) => compareActivity(a.rank, b.rank));
    // Those with a required skill are a pool of their own, with the same maximum.
    return required === null ? [ofPool] : [ofPool, ofPool.filter(({ rank }) => rank.covered > 0)];
  });
  const included = new Set(poolFits.flatMap((pool, index) => (ends === null ? first(pool) : upTo(pool, ends[index]))));
  return {
    fits: [...included].filter(hasInCommon).toSorted((a, b) => compareFits(a.rank, b.rank)),
    ends: ends ?? poolFits.map(endOf),
  };
}

const first = (pool: readonly Fit[]): readonly Fit[] => pool.slice(0, fitCandidatesMax);

/** Returns the last member of a pool who is compared; null if all are. */
export const endOf = (pool: readonly Fit[]): Activity | null =>
  pool.length < fitCandidatesMax ? null : (pool[fitCandidatesMax - 1]?.rank ?? null);

/** Returns the members up to the end of the earlier page's pool. */
export const upTo = (pool: readonly Fit[], end: Activity | null | undefined): readonly Fit[] =>
  end ? pool.filter(({ rank }) => compareActivity(rank, end) <= 0) : pool;

/** The number of members to compare. Later pages compare some more, since others may have become active. */
export const mostOf = (ends: Ends | null): number =>
  ends === null ? fitCandidatesMax : fitCandidatesMax + fitCandidatesReserve;

/**
 * Returns the pools of members to compare. For a project: those with a required skill. For a reader: all, and those of the reader's
 * college.
 */
function poolsOf(
  filter: Filter,
  { required, reader, isForProject }: FitCriteria,
): (Filter & Pick<Range, 'required'>)[] {
  const spellings = required.length === 0 ? null : required.flatMap(spellingsOf);
  if (isForProject && spellings) return [{ ...filter, skills: [...filter.skills, spellings], required: null }];
  const ofCollege = { ...filter, college: reader.college, required: null };
  return [{ ...filter, required: spellings }, ...(reader.college === '' || filter.college !== '' ? [] : [ofCollege])];
}

/** Returns how well each of these members fits, in their order. */
export function fitsOf(candidates: readonly Candidate[], { required, reader, week }: FitCriteria): Fit[] {
  const isSameCollege = isSameCollegeAs(reader.college);
  return candidates.map(({ id, day: activeOn, skills, college, about_hours: aboutHours }) =>
    fit({ id, required, skills, aboutHours, sameCollege: isSameCollege(college), activeOn }, week),
  );
}
