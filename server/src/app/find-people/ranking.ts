import type { ListedMember } from '@sangam/shared/app/find-people';
import { type Fit, fit, isSameCollege } from '@sangam/shared/people/fit';
import type { FitParts } from '@sangam/shared/people/fit-words';
import type { SharedHoursWith } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import { confirmedCollege } from '../member-page/confirmed-college.js';
import { roleParts } from '../member-page/role-parts.js';
import type { Candidate } from './candidates.queries.js';
import { findFacts, findShown, type ReaderFacts } from './facts.queries.js';

/** The skills, hours and college with which members are compared. */
export interface Wanted {
  required: readonly string[];
  reader: ReaderFacts;
  hours: SharedHoursWith;
  week: number;
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

/** The parts of a fit that have something to say. */
const presentFit = ({ has, missing, about_hours, same_college }: FitParts, isForProject: boolean) => ({
  ...((has.length > 0 || isForProject) && { has }),
  ...(isForProject && { missing }),
  ...(about_hours > 0 && { about_hours }),
  ...(same_college && { same_college: true as const }),
});

/** These members as a list shows them, with the reasons. */
export async function presentFits(
  db: Db,
  fits: readonly Fit[],
  { colleges, isForProject }: { colleges: ReadonlyMap<string, string>; isForProject: boolean },
): Promise<ListedMember[]> {
  const rows = new Map(
    (
      await findShown(
        db,
        fits.map(({ place }) => place.id),
      )
    ).map((row) => [row.id, row] as const),
  );
  return fits.flatMap((found) => {
    const row = rows.get(found.place.id);
    if (!row) return [];
    const { id, name, headline, college, confirmed_domain, skills, looks_for } = row;
    const shown = { id, name, headline, college, ...confirmedCollege(colleges, confirmed_domain), skills, looks_for };
    return [{ ...shown, ...roleParts(row), ...presentFit(found, isForProject) }];
  });
}
