import { Id, Strict } from '@sangam/shared/core/schemas';
import type { UsersService } from '../../people/people.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import type { Bus } from '../../platform/lib/bus.js';
import { ok } from '../../platform/lib/result.js';
import { dropKind, refetchNotifications } from '../../platform/records/notifications.js';
import { addModerator, removeModerator } from './queries.js';

/** Shows members on their open pages that they became moderators, or no longer are. */
const roleChanged = jobKind('moderator:changed', Strict({ user_id: Id }));

/** Uses a job, since a command's process has no connection to the members' pages. */
const showChange = (trx: Trx, userId: number, at: Date) =>
  addJobs(trx, () => undefined, roleChanged, [{ payload: { user_id: userId }, key: String(userId), due_at: at }]);

/** Makes a member a moderator; false if they already were. */
export async function giveRole(
  trx: Trx,
  { userId, bySetting, at }: { userId: number; bySetting: boolean; at: Date },
): Promise<boolean> {
  const added = await addModerator(trx, userId, bySetting);
  if (added) await showChange(trx, userId, at);
  return added;
}

/** Ends the role, and removes the notifications of reports. False if the member wasn't a moderator. */
export async function endRole(trx: Trx, { userId, at }: { userId: number; at: Date }): Promise<boolean> {
  const removed = await removeModerator(trx, userId);
  if (!removed) return false;
  await dropKind(trx, () => undefined, { userId, kind: 'report:received', at });
  await showChange(trx, userId, at);
  return true;
}

export const roleChangedHandler = (deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  users: Pick<UsersService, 'publishOwn'>;
}): JobHandler =>
  jobHandler(
    roleChanged,
    async ({ user_id }) => {
      await transact(deps.db, deps.bus, async (trx, publish) => {
        await deps.users.publishOwn(trx, publish, user_id);
        await refetchNotifications(trx, publish, user_id);
        return ok(null);
      });
    },
    { atOnce: 1 },
  );
