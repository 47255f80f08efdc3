import type { EndReason } from '@sangam/shared/rules/project-life';
import type { Trx } from '../../db/database.js';
import type { Publish } from '../../db/transaction.js';
import type { InboxUpdate } from '../inbox/inbox.js';
import type { LockedProject } from '../teams/teams.js';
import { ended, keyOf } from './notifications.js';
import { presentMyInterest } from './present.js';
import { denyPending } from './queries.js';

/** All pending interest in the project ends, which both sides are told: denied, to who knows no more. Answers what it changes in inboxes. */
export async function endPendingInterests(
  trx: Trx,
  publish: Publish,
  project: LockedProject,
  end: { endedBy: EndReason; at: Date },
): Promise<Required<InboxUpdate>> {
  const rows = await denyPending(trx, project.id, end);
  for (const row of rows)
    publish('interest:decided', {
      creator_id: project.creator_id,
      decision: { ...presentMyInterest(row), requester_id: row.requester_id },
    });
  return {
    added: rows.map((row) => ended(project.creator_id, row)),
    read: rows.map(({ id }) => ({ user_id: project.creator_id, key: keyOf(id) })),
  };
}
