import type { JoinRequest } from '@sangam/shared/contract/join-requests';
import { limits } from '@sangam/shared/rules/limits';
import { request } from '../api/client';
import type { Result } from '../api/errors';
import { useList } from './entities/list';
import { requests, stageOf } from './entities/requests';
import { moment } from './entities/table';
import { mapResult } from './loadable';
import { myRequests } from './requests';

const none: readonly JoinRequest[] = [];

/** For a member who was accepted somewhere: their other requests, which wait or are in line. A seat on offer is a choice of its own. */
export function useRest(): readonly JoinRequest[] {
  const own = useList(myRequests).data ?? none;
  if (!own.some(({ status }) => status === 'accepted')) return none;
  return own
    .filter((item) => item.status === 'pending' && stageOf(item) !== 'offered')
    .slice(0, limits.withdrawnAtOnceMax);
}

/** Withdraws these requests; answers each as it stands then: one may have been decided meanwhile. */
export async function withdrawJoinRequests(ids: number[]): Promise<Result<JoinRequest[]>> {
  const asked = moment();
  const answer = await request('POST /api/project-requests/withdrawals', { body: { request_ids: ids } });
  if (answer.ok) requests.merge(answer.value.data.requests, asked);
  else await myRequests.load();
  return mapResult(answer, ({ data }) => data.requests);
}
