import { request } from '../../core/api/client';
import { mapResult, type Result } from '../../core/api/errors';
import { storesEpoch } from '../../core/store/reset';
import { moment } from '../../core/store/table';
import { applyAnswer, useNotifications, withNewestActors } from './notifications';

/** Fetches the next page of notifications. */
export async function loadMoreNotifications(): Promise<Result<void>> {
  const { items, hasMore, loadingMore } = useNotifications.getState();
  const before = items?.at(-1)?.id;
  if (!hasMore || loadingMore || before === undefined) return { ok: true, value: undefined };
  const [epoch, startedAt] = [storesEpoch(), moment()];
  useNotifications.setState({ loadingMore: true });
  const answer = await request('GET /api/inbox', { query: { before } });
  if (epoch !== storesEpoch()) return { ok: true, value: undefined };
  useNotifications.setState({ loadingMore: false });
  if (answer.ok)
    useNotifications.setState((state) => {
      const known = new Set(state.items?.map(({ id }) => id));
      const found = withNewestActors(answer.value.data.items, startedAt);
      const below = found.filter(({ id }) => !known.has(id));
      return { items: [...(state.items ?? []), ...below], hasMore: answer.value.data.has_more };
    });
  return mapResult(answer, () => undefined);
}

export const readNotifications = (ids: number[]): Promise<Result<void>> =>
  applyAnswer(request('PUT /api/inbox/read', { body: { ids } }));

export const readAllNotifications = (): Promise<Result<void>> => applyAnswer(request('PUT /api/inbox/read-all'));

/** Clears these notifications one by one; stops at the first failure and returns it. */
export async function clearNotifications(ids: readonly number[]): Promise<Result<void>> {
  for (const id of ids) {
    const answer = await applyAnswer(request('DELETE /api/inbox/:id', { params: { id } }));
    if (!answer.ok) return answer;
  }
  return { ok: true, value: undefined };
}
