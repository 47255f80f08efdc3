import type { ProjectChange } from '../../projects/projects.js';
import { keyOf } from '../kinds/notifications.js';
import { showEnds } from './kind.js';
import * as queries from './queries.js';

/**
 * Ends the pending invitation of a member whose own join request is decided: accepted with it, so both become one seat, or withdrawn if the
 * creator rejects the request. Returns the notifications that it makes obsolete.
 */
export async function endCrossing(
  change: ProjectChange,
  { userId, requestId, status }: { userId: number; requestId: number; status: 'accepted' | 'rejected' },
): Promise<{ user_id: number; key: string }[]> {
  const { trx, project, at } = change;
  const found = await queries.findPendingOf(trx, project.id, userId);
  if (!found) return [];
  const how = status === 'accepted' ? { status, requestId } : { status: 'withdrawn' as const };
  if (!(await queries.endInvitation(trx, found.id, { ...how, at }))) return [];
  await showEnds(change, [await queries.getInvitation(trx, found.id)]);
  return [{ user_id: userId, key: keyOf('invitation', found.id) }];
}
