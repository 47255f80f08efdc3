import type { Transfer } from '@sangam/shared/projects/transfers';
import { request } from '../../core/api/client';
import { mapResult } from '../../core/api/errors';
import { cacheList } from '../../core/offline/cached-parts';
import { currentUserId } from '../../core/session/session';
import { createList } from '../../core/store/list';
import { createTable, type Moment } from '../../core/store/table';
import { followNames } from '../../people/state/members';
import { followProjects } from './project-table';

/** Pending transfers that the member has offered or may accept. An ended transfer's id is never used again. */
export const transfers = createTable<Transfer>();

followNames(transfers, { creator_id: 'creator_name', user_id: 'user_name' });
followProjects(transfers, ({ title }) => ({ project_title: title }));

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

cacheList('myTransfers', myTransfers);

/** The project's pending transfer, for its creator and the member it's offered to. */
export const useTransferOf = (projectId: number): Transfer | undefined =>
  transfers.use(({ byId }) => Object.values(byId).find((transfer) => transfer.project_id === projectId));

/** Stores the transfer from a project's page, and removes others of the project, which have ended. */
export function storeTransferOf(projectId: number, transfer: Transfer | null, startedAt: Moment): void {
  const changedIds = new Set(transfers.changedSince(startedAt).map(({ id }) => id));
  const ended = Object.values(transfers.use.getState().byId).filter(
    ({ id, project_id }) => project_id === projectId && id !== transfer?.id && !changedIds.has(id),
  );
  for (const { id } of ended) transfers.remove(id);
  if (transfer) transfers.merge([transfer], startedAt);
}
