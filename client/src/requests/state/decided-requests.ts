import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { request } from '../../core/api/client';
import { createList, type List } from '../../core/store/list';
import { isCreator } from '../../projects/state/creator';
import { toRequests } from './list-pages';
import { isComplete, type RequestEntity, requests } from './requests';

const lists = new Map<number | null, List<JoinRequest>>();

/** Returns the decided and ended requests to the member's projects, or to one of them: the same list on each call. */
export function decidedRequests(projectId: number | null): List<JoinRequest> {
  const known = lists.get(projectId);
  if (known) return known;
  const list = createList({
    table: requests,
    belongs: (item: RequestEntity): item is JoinRequest =>
      isComplete(item) &&
      item.status !== 'pending' &&
      isCreator(item) &&
      item.ended_by !== 'took_over' &&
      !item.unasked &&
      (projectId === null || item.project_id === projectId),
    fetch: async (query) =>
      toRequests(
        await request('GET /api/project-requests/decided', {
          query: { ...query, ...(projectId !== null && { project_id: projectId }) },
        }),
      ),
  });
  lists.set(projectId, list);
  return list;
}
