import type { EndReason } from '@sangam/shared/projects/lifecycle';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { NotificationUpdate } from '../../platform/records/notifications.js';
import type { LockedProject } from '../../projects/projects.js';
import { ended, keyOf, received } from './notifications.js';
import { type InterestRow, presentMyInterest } from './present.js';
import { denyPending, listPending } from './queries.js';

/** All pending interest in the project ends, which both sides are told: denied, to who knows no more. Answers what it changes in inboxes. */
export async function endPendingInterests(
  trx: Trx,
  publish: Publish,
  project: LockedProject,
  end: { endedBy: EndReason; at: Date },
): Promise<Required<Pick<NotificationUpdate, 'added' | 'read'>>> {
  const rows = await denyPending(trx, project.id, end);
  publishEnds(publish, project, rows);
  return {
    added: rows.map((row) => ended(project.creator_id, row)),
    read: rows.map(({ id }) => ({ user_id: project.creator_id, key: keyOf(id) })),
  };
}

/**
 * A project has another creator: what waits is theirs to answer, and what they showed themselves has ended. Answers what it
 * changes in inboxes.
 */
export async function moveInterests(
  trx: Trx,
  publish: Publish,
  project: LockedProject,
  { formerId, at }: { formerId: number; at: Date },
): Promise<Required<Pick<NotificationUpdate, 'added' | 'dropped'>>> {
  const { creator_id } = project;
  const own = await denyPending(trx, project.id, { endedBy: 'took_over', at, requesterId: creator_id });
  publishEnds(publish, project, own);
  const waiting = await listPending(trx, project.id);
  return {
    added: waiting.map((row) => received(creator_id, row)),
    dropped: [...own, ...waiting].map(({ id }) => ({ user_id: formerId, key: keyOf(id) })),
  };
}

/** A member's pending interest in the project ends as one that nobody answered: they are gone. Answers what it changes in inboxes. */
export async function endInterestOf(
  trx: Trx,
  publish: Publish,
  project: LockedProject,
  { requesterId, at }: { requesterId: number; at: Date },
): Promise<Required<Pick<NotificationUpdate, 'dropped'>>> {
  const rows = await denyPending(trx, project.id, { endedBy: 'no_answer', at, requesterId });
  publishEnds(publish, project, rows);
  return { dropped: rows.map(({ id }) => ({ user_id: project.creator_id, key: keyOf(id) })) };
}

function publishEnds(publish: Publish, { creator_id }: LockedProject, rows: readonly InterestRow[]): void {
  for (const row of rows)
    publish('interest:decided', {
      creator_id,
      decision: { ...presentMyInterest(row), requester_id: row.requester_id },
    });
}
