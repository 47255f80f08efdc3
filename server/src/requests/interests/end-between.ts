import type { Db, Trx } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { ok } from '../../platform/lib/result.js';
import { type NotificationUpdate, updateNotifications } from '../../platform/records/notifications.js';
import { type LockedProject, lockProject } from '../../projects/projects.js';
import { keyOf } from './notifications.js';
import * as queries from './queries.js';

interface EndInterests {
  /** After a block: what waits between the two. */
  between(a: number, b: number): Promise<void>;
  /** Of a member who is suspended: what waits of theirs. */
  of(requesterId: number): Promise<void>;
}

const droppedOf = (id: number, userIds: readonly number[]): Dropped =>
  userIds.map((user_id) => ({ user_id, key: keyOf(id) }));
type Dropped = Required<NotificationUpdate>['dropped'];

/**
 * A project has another creator: interest of whom that creator has blocked, or who has blocked them, ends as after a block. Under
 * `lockAskersAgainstBlocks`. Answers what it drops from inboxes.
 */
export async function endBlockedInterests(
  trx: Trx,
  project: LockedProject,
  { formerId, at }: { formerId: number; at: Date },
): Promise<Dropped> {
  const ended = await queries.denyBlocked(trx, project, at);
  return ended.flatMap(({ id, requester_id }) => droppedOf(id, [formerId, requester_id]));
}

/** Ends interest, denied. Nobody is told. Each in a transaction of its own, as with requests. */
export function createEndInterests(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): EndInterests {
  const { db, bus, clock } = deps;

  const end = (id: number, projectId: number) =>
    transact(db, bus, async (trx, publish) => {
      const project = await lockProject(trx, projectId);
      const at = new Date(clock.nowMs());
      if (!project || !(await queries.decideInterest(trx, id, 'denied', at))) return ok(null);
      const { requester_id } = await queries.findInterest(trx, id);
      await updateNotifications(trx, publish, { dropped: droppedOf(id, [project.creator_id, requester_id]) }, at);
      return ok(null);
    });

  const endAll = async (waiting: readonly { id: number; project_id: number }[]) => {
    for (const { id, project_id } of waiting) await end(id, project_id);
  };
  return {
    between: async (a, b) => endAll(await queries.listPendingBetween(db, [a, b])),
    of: async (requesterId) => endAll(await queries.listPendingOf(db, requesterId)),
  };
}
