import type { Db } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { ok } from '../../platform/lib/result.js';
import { type NotificationUpdate, updateNotifications } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import { lockProject, publishUpdate } from '../../projects/projects.js';
import { type Act, lockWaitlist, settleWaitlist } from '../waitlist/line.js';
import { keepAnswer } from './answers.js';
import { keyOf } from './notifications.js';
import * as queries from './queries.js';

interface EndRequests {
  /** After a block: what waits between the two. */
  between(a: number, b: number): Promise<void>;
  /** Of a member who is suspended: what waits of theirs. */
  of(requesterId: number): Promise<void>;
}

type NotificationEnd = Required<Pick<NotificationUpdate, 'added' | 'dropped'>>;

/**
 * Ends a request as if it had been withdrawn, of which nobody is told; it does nothing to one that is not pending. Answers what it
 * changes in inboxes.
 */
async function endQuietly(act: Act, { id, requester_id }: queries.PendingRequest): Promise<NotificationEnd> {
  const { trx, publish, project, at } = act;
  const line = await lockWaitlist(trx, project, [requester_id]);
  await keepAnswer(act, 'withdraw', id);
  if (!(await queries.endJoinRequest(trx, id, { status: 'withdrawn', at }))) return { added: [], dropped: [] };
  const others = line.filter((entry) => entry.id !== id);
  const added = await settleWaitlist(act, others, project.max_members - project.member_count);
  if (line.length > 0) await publishUpdate(trx, publish, project.id);
  return { added, dropped: [project.creator_id, requester_id].map((user_id) => ({ user_id, key: keyOf(id) })) };
}

/**
 * A project has another creator: requests of whom that creator has blocked, or who has blocked them, end as after a block. Under
 * `lockAskersAgainstBlocks`. Answers what it changes in inboxes.
 */
export async function endBlockedRequests(act: Act, formerId: number): Promise<NotificationEnd> {
  const added: NewNotification[] = [];
  const dropped: NotificationEnd['dropped'][number][] = [];
  for (const request of await queries.listPendingBlocked(act.trx, act.project.id)) {
    const end = await endQuietly(act, request);
    added.push(...end.added);
    dropped.push(...end.dropped, { user_id: formerId, key: keyOf(request.id) });
  }
  return { added, dropped };
}

/**
 * Ends requests as if they had been withdrawn. Nobody is told, live neither: lists bring it with their next fetch. Each in a
 * transaction of its own: two that hold several projects could wait for each other.
 */
export function createEndRequests(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): EndRequests {
  const { db, bus, clock } = deps;

  const end = (id: number, projectId: number, requester_id: number) =>
    transact(db, bus, async (trx, publish) => {
      const project = await lockProject(trx, projectId);
      // What was pending has ended with it.
      if (!project) return ok(null);
      const at = new Date(clock.nowMs());
      const request = { id, requester_id };
      await updateNotifications(trx, publish, await endQuietly({ trx, publish, project, at }, request), at);
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
