import type { Db } from '../../db/database.js';
import { transact } from '../../db/transaction.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import { ok } from '../../lib/result.js';
import { updateInboxes } from '../inbox/inbox.js';
import { lockProject } from '../teams/teams.js';
import { keyOf } from './notifications.js';
import * as queries from './queries.js';

/** After a block: interest that waits between the two ends, denied. Nobody is told. */
export type EndInterestsBetween = (a: number, b: number) => Promise<void>;

export function createEndInterestsBetween(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): EndInterestsBetween {
  const { db, bus, clock } = deps;

  const end = (id: number, projectId: number) =>
    transact(db, bus, async (trx, publish) => {
      const project = await lockProject(trx, projectId);
      const at = new Date(clock.nowMs());
      if (!project || !(await queries.decideInterest(trx, id, 'denied', at))) return ok(null);
      const { requester_id } = await queries.findInterest(trx, id);
      const dropped = [project.creator_id, requester_id].map((user_id) => ({ user_id, key: keyOf(id) }));
      await updateInboxes(trx, publish, { dropped }, at);
      return ok(null);
    });

  return async (a, b) => {
    for (const { id, project_id } of await queries.listPendingBetween(db, [a, b])) await end(id, project_id);
  };
}
