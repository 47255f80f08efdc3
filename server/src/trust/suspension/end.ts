import { Id, Strict } from '@sangam/shared/core/schemas';
import { lockUser } from '../../people/people.js';
import type { Trx } from '../../platform/db/database.js';
import { type ActDeps, type Publish, transact } from '../../platform/db/transaction.js';
import { type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import { isOver } from '../../platform/lib/deadline.js';
import { ok } from '../../platform/lib/result.js';
import { record } from '../../platform/records/audit.queries.js';
import { type NotificationChanges, updateNotifications } from '../../platform/records/notifications.js';
import { publishUpdate } from '../../projects/projects.js';
import { shownToTeam } from '../hiding/notify-team.js';
import { showWithCreator } from '../hiding/queries.js';
import { emailSuspensionEnded } from './emails.js';
import { findSuspension, removeSuspension } from './queries.js';

/** Ends a suspension once its time is over. The key is the member's id. */
export const suspensionEnd = jobKind('moderation:suspension-end', Strict({ user_id: Id }));

/**
 * Lets a locked member sign in again, and makes the projects that were hidden with the suspension visible, with notifications to their
 * teams.
 */
export async function restoreMember(trx: Trx, publish: Publish, userId: number, at: Date): Promise<void> {
  await removeSuspension(trx, userId);
  publish('presence:reserved', { user_id: userId });
  const changes: NotificationChanges[] = [];
  for (const project of await showWithCreator(trx, userId)) {
    await publishUpdate(trx, publish, project.id);
    changes.push(await shownToTeam(trx, project));
  }
  const added = changes.flatMap((each) => each.added);
  const dropped = changes.flatMap((each) => each.dropped);
  await updateNotifications(trx, publish, { added, dropped }, at);
}

/**
 * Ends the member's suspension if its time is over. Returns when it will be over; null if nothing is left to end. A sign-in calls this too,
 * so that a late job keeps nobody out.
 */
export const createEndSuspension =
  ({ db, bus, clock }: ActDeps) =>
  async (userId: number): Promise<Date | null> => {
    const ended = await transact(db, bus, async (trx, publish) => {
      await lockUser(trx, userId);
      const endsAt = (await findSuspension(trx, userId))?.ends_at ?? null;
      const at = clock.now();
      if (!isOver(endsAt, at)) return ok(endsAt);
      await restoreMember(trx, publish, userId, at);
      await record(trx, { kind: 'suspension:ended', actorId: null, memberId: userId, details: {}, origin: null });
      await emailSuspensionEnded(trx, publish, userId, at);
      return ok(null);
    });
    return ended.ok ? ended.value : null;
  };

export const suspensionEndHandler = (deps: ActDeps): JobHandler => {
  const end = createEndSuspension(deps);
  return jobHandler(
    suspensionEnd,
    async ({ user_id }) => {
      const againAt = await end(user_id);
      return againAt === null ? undefined : { againAt };
    },
    { atOnce: 1 },
  );
};
