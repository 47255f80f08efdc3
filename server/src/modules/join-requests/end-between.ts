import type { Db } from '../../db/database.js';
import { transact } from '../../db/transaction.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import { ok } from '../../lib/result.js';
import { updateInboxes } from '../inbox/inbox.js';
import { publishUpdate } from '../projects/projects.js';
import { lockProject } from '../teams/teams.js';
import { keepAnswer } from './answers.js';
import { lockLine, settleLine } from './line.js';
import { keyOf } from './notifications.js';
import * as queries from './queries.js';

/** After a block: what waits between the two ends as if it had been withdrawn. Nobody is told, live neither: lists
 * bring it with their next fetch. */
export type EndRequestsBetween = (a: number, b: number) => Promise<void>;

export function createEndRequestsBetween(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): EndRequestsBetween {
  const { db, bus, clock } = deps;

  const end = (id: number, projectId: number, requesterId: number) =>
    transact(db, bus, async (trx, publish) => {
      const project = await lockProject(trx, projectId);
      // What was pending has ended with it.
      if (!project) return ok(null);
      const at = new Date(clock.nowMs());
      const line = await lockLine(trx, project, [requesterId]);
      await keepAnswer({ trx, project, at }, 'withdraw', id);
      if (!(await queries.endJoinRequest(trx, id, { status: 'withdrawn', at }))) return ok(null);
      const others = line.filter((entry) => entry.id !== id);
      const added = await settleLine({ trx, publish, project, at }, others, project.max_members - project.member_count);
      const dropped = [project.creator_id, requesterId].map((user_id) => ({ user_id, key: keyOf(id) }));
      await updateInboxes(trx, publish, { added, dropped }, at);
      if (line.length > 0) await publishUpdate(trx, publish, project.id);
      return ok(null);
    });

  return async (a, b) => {
    // Each in a transaction of its own: two that hold several projects could wait for each other.
    for (const { id, project_id, requester_id } of await queries.listPendingBetween(db, [a, b]))
      await end(id, project_id, requester_id);
  };
}
