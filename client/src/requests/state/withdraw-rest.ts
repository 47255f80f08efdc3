import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { requestLimits } from '@sangam/shared/requests/limits';
import { request } from '../../core/api/client';
import type { Result } from '../../core/api/errors';
import { useList } from '../../core/store/list';
import { mapResult } from '../../core/store/loadable';
import { moment } from '../../core/store/table';
import { requests, stageOf } from './request-table';
import { myRequests } from './requests';

const none: readonly JoinRequest[] = [];

/** For a member who was accepted somewhere: their other requests, which wait or are in line. A seat on offer is a choice of its own. */
export function useRest(): readonly JoinRequest[] {
  const own = useList(myRequests).data ?? none;
  if (!own.some(({ status }) => status === 'accepted')) return none;
  return own
    .filter((item) => item.status === 'pending' && stageOf(item) !== 'offered')
    .slice(0, requestLimits.withdrawnAtOnceMax);
}

/** Withdraws these requests; answers each as it stands then: one may have been decided meanwhile. */
export async function withdrawJoinRequests(ids: number[]): Promise<Result<JoinRequest[]>> {
  const asked = moment();
  const answer = await request('POST /api/project-requests/withdrawals', { body: { request_ids: ids } });
  if (answer.ok) requests.merge(answer.value.data.requests, asked);
  else await myRequests.load();
  return mapResult(answer, ({ data }) => data.requests);
}
