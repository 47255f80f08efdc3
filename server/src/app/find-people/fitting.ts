import { compareFits, type Fit, fit, isSameCollegeAs } from '@sangam/shared/people/fit-order';
import { hasInCommon } from '@sangam/shared/people/fit-words';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { spellingsOf } from '@sangam/shared/people/skills';
import type { SharedHoursWith } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import type { FitReader } from '../../projects/projects/fitting.queries.js';
import { type Candidate, type Filter, findCandidates, type Range } from './candidates.queries.js';
import { type Activity, compareActivity, type Ends } from './place.js';

/** The skills, hours and college with which members are compared. */
export interface Wanted {
  required: readonly string[];
  reader: FitReader;
  hours: SharedHoursWith;
  week: number;
  isForProject: boolean;
}

const { fitCandidatesMax, fitCandidatesReserve } = peopleServerLimits;

/** The members whom a filter finds and who have something in common with what is wanted, best fit first (docs/matching.md). */
export const rank = async (db: Db, filter: Filter, wanted: Wanted): Promise<Fit[]> =>
  (await rankWithin(db, filter, wanted, null)).fits;

/**
 * The same, and where the members end who were compared. The ends of the page before, null for the first, let nobody drop out because
 * others have become active since.
 */
export async function rankWithin(
  db: Db,
  filter: Filter,
  wanted: Wanted,
  ends: Ends | null,
): Promise<{ fits: Fit[]; ends: Ends }> {
  const pools = poolsOf(filter, wanted);
  const range = { after: null, limit: mostOf(ends), hours: wanted.hours };
  const found = await Promise.all(
    pools.map(({ required, ...pool }) => findCandidates(db, pool, { ...range, required })),
  );
  const candidates = new Map(found.flat().map((candidate) => [candidate.id, candidate]));
  const fits = new Map(fitsOf([...candidates.values()], wanted).map((one) => [one.place.id, one]));
  const compared = pools.flatMap(({ required }, index) => {
    const ids = new Set(found[index]?.map(({ id }) => id));
    const ofPool = [...ids].flatMap((id) => fits.get(id) ?? []).toSorted((a, b) => compareActivity(a.place, b.place));
    // As many members with a required skill are compared as of all members.
    return required === null ? [ofPool] : [ofPool, ofPool.filter(({ place }) => place.covered > 0)];
  });
  const kept = new Set(compared.flatMap((pool, index) => (ends === null ? first(pool) : upTo(pool, ends[index]))));
  return {
    fits: [...kept].filter(hasInCommon).toSorted((a, b) => compareFits(a.place, b.place)),
    ends: ends ?? compared.map(endOf),
  };
}

const first = (pool: readonly Fit[]): readonly Fit[] => pool.slice(0, fitCandidatesMax);

/** The last member of a pool who is compared; null if all are. */
export const endOf = (pool: readonly Fit[]): Activity | null =>
  pool.length < fitCandidatesMax ? null : (pool[fitCandidatesMax - 1]?.place ?? null);

/** Those up to the end of the pool of an earlier page. */
export const upTo = (pool: readonly Fit[], end: Activity | null | undefined): readonly Fit[] =>
  end ? pool.filter(({ place }) => compareActivity(place, end) <= 0) : pool;

/** The number of members to compare. Later pages compare some more, since others may have become active. */
export const mostOf = (ends: Ends | null): number =>
  ends === null ? fitCandidatesMax : fitCandidatesMax + fitCandidatesReserve;

/** The members who are compared: the last active ones with a required skill; for a reader also those of the college, and of all. */
function poolsOf(filter: Filter, { required, reader, isForProject }: Wanted): (Filter & Pick<Range, 'required'>)[] {
  const spellings = required.length === 0 ? null : required.flatMap(spellingsOf);
  if (isForProject && spellings) return [{ ...filter, skills: [...filter.skills, spellings], required: null }];
  const ofCollege = { ...filter, college: reader.college, required: null };
  return [{ ...filter, required: spellings }, ...(reader.college === '' || filter.college !== '' ? [] : [ofCollege])];
}

/** How these members fit, in their order. */
export function fitsOf(candidates: readonly Candidate[], { required, reader, week }: Wanted): Fit[] {
  const isSameCollege = isSameCollegeAs(reader.college);
  return candidates.map(({ id, day: activeOn, skills, college, about_hours: aboutHours }) =>
    fit({ id, required, skills, aboutHours, sameCollege: isSameCollege(college), activeOn }, week),
  );
}
