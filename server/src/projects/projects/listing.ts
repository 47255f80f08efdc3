import { Id, Strict } from '@sangam/shared/core/schemas';
import { listedUntil } from '@sangam/shared/projects/lifecycle';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { addJobs } from '../../platform/jobs/add.js';
import { type JobHandler, jobHandler, jobKind } from '../../platform/jobs/kinds.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { ok } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import { type LockedProject, lockProject } from '../teams/teams.js';
import { endListing, findConfirmedAt, setConfirmed } from './listing.queries.js';

/** A project may be out of the list that screens show first, unless its creator has confirmed it. One job of a project, moved on each time. */
const listingEnd = jobKind('project:listing-end', Strict({ project_id: Id }));

/** So many projects one server looks at together. */
const AT_ONCE = 4;

/** Projects that were confirmed after this are in the list that screens show first. */
export const activeSinceAt = (nowMs: number): Date => new Date(nowMs - projectServerLimits.listedForMs);

/** Has the project looked at when its time in the list is over. */
export const addListingEnd = (trx: Trx, publish: Publish, projectId: number, confirmedAt: Date): Promise<void> =>
  addJobs(trx, publish, listingEnd, [
    { payload: { project_id: projectId }, key: String(projectId), due_at: listedUntil(confirmedAt) },
  ]);

/** The creator of the locked project is looking: it stays in the list, or comes back to it. */
export async function confirmProject(trx: Trx, publish: Publish, project: LockedProject, at: Date): Promise<void> {
  await setConfirmed(trx, project.id, at);
  // While it is listed its job waits, and then sees the new time.
  if (!project.may_be_listed) await addListingEnd(trx, publish, project.id, at);
}

/** Tells the creator of an open project that it is out of the list. That it is follows from the clock, however late this is. */
export function listingEndHandler(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): JobHandler {
  const { db, bus, clock } = deps;

  const look = (projectId: number) =>
    transact(db, bus, async (trx, publish) => {
      const project = await lockProject(trx, projectId);
      if (!project?.may_be_listed) return ok(null);
      const confirmedAt = await findConfirmedAt(trx, projectId);
      const at = new Date(clock.nowMs());
      if (at < listedUntil(confirmedAt)) {
        await addListingEnd(trx, publish, projectId, confirmedAt);
        return ok(null);
      }
      await endListing(trx, projectId);
      // Who has closed or finished it is looking for nobody.
      if (project.state !== 'open') return ok(null);
      const unlisted: NewNotification = {
        ...{
          user_id: project.creator_id,
          kind: 'project:unlisted',
          key: `listing:${projectId}:${confirmedAt.getTime()}`,
        },
        ...{ title: project.title, project_id: projectId, subject_id: null, actor_id: null },
      };
      await updateNotifications(trx, publish, { added: [unlisted] }, at);
      return ok(null);
    });

  return jobHandler(listingEnd, async ({ project_id }) => void (await look(project_id)), { atOnce: AT_ONCE });
}
