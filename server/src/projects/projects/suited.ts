import { projectServerLimits } from '@sangam/shared/projects/limits';
import type { SuitedProject } from '@sangam/shared/projects/projects';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { activeSinceAt } from './listing.js';
import { presentProject } from './present.js';
import { findProjects } from './queries.js';
import { findSuited } from './suited.queries.js';

/** Up to three open projects that need skills which the member has and the team has not, those that need most of them first. */
export type Suited = (userId: number) => Promise<SuitedProject[]>;

/**
 * A project's missing skills are those that it requires and nobody of its team has, however each of them writes it. Left out are teams that the member is in, and projects that would refuse their request.
 */
export function createSuited({ db, clock }: { db: Db; clock: Clock }): Suited {
  return async (userId) => {
    const declinedSince = new Date(clock.nowMs() - projectServerLimits.askAgainAfterMs);
    const activeSince = activeSinceAt(clock.nowMs());
    const rows = await findSuited(db, userId, { declinedSince, activeSince, max: projectServerLimits.suitedProjects });
    if (rows.length === 0) return [];
    const found = new Map(
      (
        await findProjects(
          db,
          rows.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    );
    return rows.flatMap(({ id, covers }) => {
      const row = found.get(id);
      return row ? [{ ...presentProject(row), covers }] : [];
    });
  };
}
