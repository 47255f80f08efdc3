import type { Transfer } from '@sangam/shared/projects/transfers';
import { request } from '../../core/api/client';
import { isConflict, type Result } from '../../core/api/errors';
import { currentUserId } from '../../core/session/session';
import { createList } from '../../core/store/list';
import { mapResult } from '../../core/store/loadable';
import { moment } from '../../core/store/table';
import { loadProject } from './project-pages';
import { transfers } from './transfer-table';

/** Transfers offered to the member. */
export const myTransfers = createList({
  table: transfers,
  belongs: (item: Transfer): item is Transfer => item.user_id === currentUserId(),
  fetch: async (query) =>
    mapResult(await request('GET /api/projects/offers', { query }), ({ data: { offers: items, ...page } }) => ({
      items,
      ...page,
    })),
});

/** Offers the member's own project to a member of its team. */
export async function offerTransfer(id: number, userId: number): Promise<Result<Transfer>> {
  const asked = moment();
  const answer = await request('PUT /api/projects/:id/offer', { params: { id }, body: { user_id: userId } });
  if (answer.ok) transfers.upsert(answer.value.data.offer, asked);
  else if (isConflict(answer.error)) await loadProject(id);
  return mapResult(answer, ({ data }) => data.offer);
}

/** Cancels the pending transfer. If it was already answered, fetches the result. */
export async function cancelTransfer(projectId: number): Promise<Result<Transfer>> {
  const answer = await request('DELETE /api/projects/:id/offer', { params: { id: projectId } });
  if (answer.ok) transfers.remove(answer.value.data.offer.id);
  else if (isConflict(answer.error)) await loadProject(projectId);
  return mapResult(answer, ({ data }) => data.offer);
}
