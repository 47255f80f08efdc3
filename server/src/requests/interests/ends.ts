import type { EndReason } from '@sangam/shared/projects/lifecycle';
import type { Publish } from '../../platform/db/transaction.js';
import type { NotificationUpdate } from '../../platform/records/notifications.js';
import { type ActDeps, createEndPending, type LockedProject, type ProjectChange } from '../../projects/projects.js';
import { ended, type InterestRow, keyOf, presentMyInterest, received } from './present.js';
import * as queries from './queries.js';

/** Ends all pending interest in the project as denied, and shows both sides. Returns the changes to notifications. */
export async function endPendingInterests(
  { trx, publish, project, at }: ProjectChange,
  endedBy: EndReason,
): Promise<Required<Pick<NotificationUpdate, 'added' | 'read'>>> {
  const rows = await queries.denyPending(trx, project.id, { endedBy, at });
  publishEnds(publish, project, rows);
  return {
    added: rows.map((row) => ended(project.creator_id, row)),
    read: rows.map(({ id }) => ({ user_id: project.creator_id, key: keyOf(id) })),
  };
}

/** Passes a transferred project's pending interest to the new creator, and ends their own. Returns the changes to notifications. */
export async function moveInterests(
  { trx, publish, project, at }: ProjectChange,
  formerId: number,
): Promise<Required<Pick<NotificationUpdate, 'added' | 'dropped'>>> {
  const { creator_id } = project;
  const own = await queries.denyPending(trx, project.id, { endedBy: 'took_over', at, requesterId: creator_id });
  publishEnds(publish, project, own);
  const pending = await queries.listPending(trx, project.id);
  return {
    added: pending.map((row) => received(creator_id, row)),
    dropped: [...own, ...pending].map(({ id }) => ({ user_id: formerId, key: keyOf(id) })),
  };
}

/** Ends a former member's pending interest in the project as unanswered. Returns the changes to notifications. */
export async function endInterestOf(
  { trx, publish, project, at }: ProjectChange,
  requesterId: number,
): Promise<Required<Pick<NotificationUpdate, 'dropped'>>> {
  const rows = await queries.denyPending(trx, project.id, { endedBy: 'no_answer', at, requesterId });
  publishEnds(publish, project, rows);
  return { dropped: rows.map(({ id }) => ({ user_id: project.creator_id, key: keyOf(id) })) };
}

/**
 * Ends interest of applicants who have blocked the new creator of a project, or are blocked by them. Requires
 * `lockApplicantsAgainstBlocks`. Returns the dropped notifications.
 */
export async function endBlockedInterests({ trx, project, at }: ProjectChange, formerId: number): Promise<Dropped> {
  const denied = await queries.denyBlocked(trx, project, at);
  return denied.flatMap(({ id, requester_id }) => droppedOf(id, [formerId, requester_id]));
}

/** Ends pending interest as denied, without notifying anybody. */
export const createEndInterests = (deps: ActDeps) =>
  createEndPending<{ id: number; project_id: number }>(deps, {
    listBetween: queries.listPendingBetween,
    listOf: queries.listPendingOf,
    async end({ trx, project, at }, { id }) {
      if (!(await queries.decideInterest(trx, id, 'denied', at))) return {};
      const { requester_id } = await queries.findInterest(trx, id);
      return { dropped: droppedOf(id, [project.creator_id, requester_id]) };
    },
  });

type Dropped = Required<NotificationUpdate>['dropped'];
const droppedOf = (id: number, userIds: readonly number[]): Dropped =>
  userIds.map((user_id) => ({ user_id, key: keyOf(id) }));

function publishEnds(publish: Publish, { creator_id }: LockedProject, rows: readonly InterestRow[]): void {
  for (const row of rows)
    publish('interest:decided', {
      creator_id,
      decision: { ...presentMyInterest(row), requester_id: row.requester_id },
    });
}
