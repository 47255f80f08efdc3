import { projectServerLimits } from '@sangam/shared/projects/limits';
import type { SuitedProject } from '@sangam/shared/projects/projects';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { activeSinceAt } from '../projects/listing.js';
import { presentProject } from '../projects/present.js';
import { findProjects } from '../projects/queries.js';
import { findSuited } from './queries.js';

/** Up to three open projects with missing skills that the member has, those that need most of them first. */
export type Suited = (userId: number) => Promise<SuitedProject[]>;

/**
 * A project's missing skills are required skills that nobody in its team has, in any spelling. The member's own teams and projects that
 * would refuse their request are left out.
 */
export function createSuited({ db, clock }: { db: Db; clock: Clock }): Suited {
  return async (userId) => {
    const declinedSince = new Date(clock.nowMs() - projectServerLimits.askAgainAfterMs);
    const activeSince = activeSinceAt(clock.nowMs());
    const suited = await findSuited(db, userId, {
      ...{ declinedSince, activeSince, max: projectServerLimits.suitedProjects },
    });
    if (suited.length === 0) return [];
    const ids = suited.map(({ id }) => id);
    const rows = new Map((await findProjects(db, ids)).map((row) => [row.id, row]));
    return suited.flatMap(({ id, covers }) => {
      const row = rows.get(id);
      return row ? [{ ...presentProject(row), covers }] : [];
    });
  };
}
