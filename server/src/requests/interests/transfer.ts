import { requestActs } from '@sangam/shared/requests/transitions';
import type { ProjectChange } from '../../projects/projects.js';
import { keyOf } from '../kinds/notifications.js';
import { moveDeadlines, type NotificationChange } from '../kinds/transfer.js';
import { interests } from './kind.js';
import { presentMyInterest } from './present.js';
import * as queries from './queries.js';

/**
 * Passes a transferred project's pending interest to the new creator, shows its applicants, and ends the new creator's own. Returns the
 * changes to notifications.
 */
export async function moveInterests(change: ProjectChange, formerId: number): Promise<NotificationChange> {
  const { trx, publish, project } = change;
  const own = await queries.listPending(trx, project.id, project.creator_id);
  for (const each of own)
    await interests.end(change, each, { act: 'become_creator', endedBy: requestActs.become_creator.ends });
  const added = await moveDeadlines(interests, change, formerId);
  const pending = await queries.listPending(trx, project.id);
  for (const row of pending)
    publish('interest:moved', { requester_id: row.requester_id, interest: presentMyInterest(row) });
  return { added, dropped: [...own, ...pending].map(({ id }) => ({ user_id: formerId, key: keyOf('interest', id) })) };
}
