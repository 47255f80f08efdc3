import { compareFits, type Fit, fit, isSameCollege } from '@sangam/shared/people/fit';
import { hasInCommon } from '@sangam/shared/people/fit-words';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { spellingsOf } from '@sangam/shared/people/skills';
import type { SharedHoursWith } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import { type Candidate, type Filter, findCandidates } from './candidates.queries.js';
import { findFacts, type ReaderFacts } from './facts.queries.js';

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
  const found = await Promise.all(
    poolsOf(filter, wanted).map((pool) => findCandidates(db, pool, { after: null, limit: fitCandidatesMax })),
  );
  const candidates = [...new Map(found.flat().map((candidate) => [candidate.id, candidate])).values()];
  const fits = await fitsOf(db, candidates, wanted);
  return fits.filter(hasInCommon).toSorted((a, b) => compareFits(a.place, b.place));
}

/** The filters of the members who are compared: by skill; for a reader also by college, and the last active ones. */
function poolsOf(filter: Filter, { required, reader, isForProject }: Wanted): Filter[] {
  const bySkill = { ...filter, skills: [...filter.skills, required.flatMap(spellingsOf)] };
  if (isForProject && required.length > 0) return [bySkill];
  const ofCollege = filter.college === '' ? [{ ...filter, college: reader.college }] : [];
  return [...(required.length > 0 ? [bySkill] : []), ...(reader.college === '' ? [] : ofCollege), filter];
}

/** How these members fit, in the order of the candidates. */
export async function fitsOf(db: Db, candidates: readonly Candidate[], wanted: Wanted): Promise<Fit[]> {
  const ids = candidates.map(({ id }) => id);
  const { required, reader, hours, week } = wanted;
  const facts = new Map((await findFacts(db, ids, hours)).map((row) => [row.id, row] as const));
  return candidates.flatMap(({ id, day }) => {
    const found = facts.get(id);
    if (!found) return [];
    const { skills, about_hours: aboutHours } = found;
    const sameCollege = isSameCollege(found.college, reader.college);
    return [fit({ id, required, skills, aboutHours, sameCollege, activeOn: day }, week)];
  });
}
