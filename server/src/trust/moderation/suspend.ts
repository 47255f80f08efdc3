import type { Sessions } from '../../people/people.js';
import { lockUser } from '../../people/people.js';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import { addJobs } from '../../platform/jobs/add.js';
import type { NotificationUpdate } from '../../platform/records/notifications.js';
import { endOwn } from './end-own.js';
import { hideProject } from './hide.js';
import { listShown, setSuspended } from './queries.js';

/**
 * Suspends a member: their sessions end on every server, nobody signs in with their account, their projects are hidden, and what
 * waits of theirs ends. Answers what it changes in inboxes.
 */
export async function suspendMember(
  { trx, publish, sessions, at }: { trx: Trx; publish: Publish; sessions: Sessions; at: Date },
  userId: number,
): Promise<Required<Pick<NotificationUpdate, 'added' | 'read'>>> {
  // The member's row first, as for everything that changes how a member signs in.
  await lockUser(trx, userId);
  await setSuspended(trx, userId, at);
  publish('sessions:ended', { session_ids: await sessions.endAll(trx, userId) });
  // Beside the answer: each ends in a transaction of its own.
  await addJobs(trx, publish, endOwn, [{ payload: { user_id: userId }, key: String(userId), due_at: at }]);
  const told: Required<Pick<NotificationUpdate, 'added' | 'read'>> = { added: [], read: [] };
  for (const { id } of await listShown(trx, userId)) {
    const hidden = await hideProject(trx, publish, id, { at, withCreator: true });
    told.added = [...told.added, ...hidden.added];
    told.read = [...told.read, ...hidden.read];
  }
  return told;
}
