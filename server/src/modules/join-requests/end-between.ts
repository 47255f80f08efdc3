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

interface EndRequests {
  /** After a block: what waits between the two. */
  between(a: number, b: number): Promise<void>;
  /** Of a member who is suspended: what waits of theirs. */
  of(requesterId: number): Promise<void>;
}

/**
 * Ends requests as if they had been withdrawn. Nobody is told, live neither: lists bring it with their next fetch. Each in a
 * transaction of its own: two that hold several projects could wait for each other.
 */
export function createEndRequests(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): EndRequests {
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

  const endAll = async (waiting: Awaited<ReturnType<typeof queries.listPendingOf>>) => {
    for (const { id, project_id, requester_id } of waiting) await end(id, project_id, requester_id);
  };
  return {
    between: async (a, b) => endAll(await queries.listPendingBetween(db, [a, b])),
    of: async (requesterId) => endAll(await queries.listPendingOf(db, requesterId)),
  };
}
