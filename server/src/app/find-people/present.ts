import type { ListedMember } from '@sangam/shared/app/find-people';
import type { Fit } from '@sangam/shared/people/fit-order';
import type { FitParts } from '@sangam/shared/people/fit-words';
import type { Db } from '../../platform/db/database.js';
import { confirmedCollege, roleParts } from '../member-page/parts.js';
import { findShown } from './facts.queries.js';

/** The parts of a fit that are worth showing. */
const presentFit = ({ has, missing, about_hours, same_college }: FitParts, isForProject: boolean) => ({
  ...((has.length > 0 || isForProject) && { has }),
  ...(isForProject && { missing }),
  ...(about_hours > 0 && { about_hours }),
  ...(same_college && { same_college: true as const }),
});

/** Returns these members with the fields that a list shows and the reasons for their fit. */
export async function presentFits(
  db: Db,
  fits: readonly Fit[],
  { colleges, isForProject }: { colleges: ReadonlyMap<string, string>; isForProject: boolean },
): Promise<ListedMember[]> {
  const rows = new Map(
    (
      await findShown(
        db,
        fits.map(({ rank }) => rank.id),
      )
    ).map((row) => [row.id, row] as const),
  );
  return fits.flatMap((found) => {
    const row = rows.get(found.rank.id);
    if (!row) return [];
    const { id, name, headline, college, confirmed_domain, skills, looks_for } = row;
    const member = { id, name, headline, college, ...confirmedCollege(colleges, confirmed_domain), skills, looks_for };
    return [{ ...member, ...roleParts(row), ...presentFit(found, isForProject) }];
  });
}
