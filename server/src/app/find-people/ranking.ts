import { compareFits, type Fit, fit, isSameCollegeAs } from '@sangam/shared/people/fit';
import { hasInCommon } from '@sangam/shared/people/fit-words';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { spellingsOf } from '@sangam/shared/people/skills';
import type { SharedHoursWith } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import { type Candidate, type Filter, findCandidates, type Range } from './candidates.queries.js';
import type { ReaderFacts } from './facts.queries.js';

/** The skills, hours and college with which members are compared. */
export interface Wanted {
  required: readonly string[];
  reader: ReaderFacts;
  hours: SharedHoursWith;
  week: number;
  isForProject: boolean;
}

const { fitCandidatesMax } = peopleServerLimits;

/** The members whom a filter finds and who have something in common with what is wanted, best fit first (docs/matching.md). */
export async function rank(db: Db, filter: Filter, wanted: Wanted): Promise<Fit[]> {
  const { hours } = wanted;
  const range = { after: null, limit: fitCandidatesMax, hours };
  const found = await Promise.all(
    poolsOf(filter, wanted).map(({ required, ...pool }) => findCandidates(db, pool, { ...range, required })),
  );
  const candidates = [...new Map(found.flat().map((candidate) => [candidate.id, candidate])).values()];
  return fitsOf(candidates, wanted)
    .filter(hasInCommon)
    .toSorted((a, b) => compareFits(a.place, b.place));
}

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
