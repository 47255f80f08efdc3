import { Id, Strict } from '@sangam/shared/core/schemas';
import { listedUntil } from '@sangam/shared/projects/lifecycle';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import type { Trx } from '../../platform/db/database.js';
import { type ActDeps, type Publish, transact } from '../../platform/db/transaction.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import { ok } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';

import { type LockedProject, lockProject } from '../teams/teams.js';
import { endListing, findConfirmedAt, setConfirmed } from './queries.js';

/** Checks whether a project's time in the default list is over. Each project has one job, which reschedules itself after a confirmation. */
const listingEnd = jobKind('project:listing-end', Strict({ project_id: Id }));

/** The number of projects that one server checks at the same time. */
const AT_ONCE = 4;

/** Returns the time after which a project must have been confirmed to be in the default list. */
export const activeSinceAt = (nowMs: number): Date => new Date(nowMs - projectServerLimits.listedForMs);

/** Schedules the check for the end of the project's time in the list. */
export const addListingEnd = (trx: Trx, publish: Publish, projectId: number, confirmedAt: Date): Promise<void> =>
  addJobs(trx, publish, listingEnd, [
    { payload: { project_id: projectId }, key: String(projectId), due_at: listedUntil(confirmedAt) },
  ]);

/** Confirms that the creator is still looking: the locked project stays in the list, or returns to it. */
export async function confirmProject(trx: Trx, publish: Publish, project: LockedProject, at: Date): Promise<void> {
  await setConfirmed(trx, project.id, at);
  // A listed project has a waiting job, which will find the new time.
  if (!project.may_be_listed) await addListingEnd(trx, publish, project.id, at);
}

/** Notifies the creator of an open project that it left the list. Running late doesn't change when it left. */
export function listingEndHandler(deps: ActDeps): JobHandler {
  const { db, bus, clock } = deps;

  const check = (projectId: number) =>
    transact(db, bus, async (trx, publish) => {
      const project = await lockProject(trx, projectId);
      if (!project?.may_be_listed) return ok(null);
      const confirmedAt = await findConfirmedAt(trx, projectId);
      const at = clock.now();
      if (at < listedUntil(confirmedAt)) {
        await addListingEnd(trx, publish, projectId, confirmedAt);
        return ok(null);
      }
      await endListing(trx, projectId);
      // The creator of a closed or finished project isn't looking for anybody.
      if (project.state !== 'open') return ok(null);
      const unlisted: NewNotification = {
        user_id: project.creator_id,
        kind: 'project:unlisted',
        key: `listing:${projectId}:${confirmedAt.getTime()}`,
        title: project.title,
        project_id: projectId,
        subject_id: null,
        actor_id: null,
      };
      await updateNotifications(trx, publish, { added: [unlisted] }, at);
      return ok(null);
    });

  return jobHandler(listingEnd, async ({ project_id }) => void (await check(project_id)), { atOnce: AT_ONCE });
}
