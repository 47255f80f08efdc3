import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { request } from '../../core/api/client';
import { isConflict, type Result } from '../../core/api/errors';
import { mapResult } from '../../core/store/loadable';
import { moment } from '../../core/store/table';
import { incomingRequests, requests } from './requests';

/** Makes a rejected request pending again. If it was reopened elsewhere, fetches the list. */
export async function reopenJoinRequest(id: number): Promise<Result<JoinRequest>> {
  const asked = moment();
  const answer = await request('POST /api/project-requests/:id/reopen', { params: { id } });
  if (answer.ok) requests.upsert(answer.value.data.request, asked);
  else if (isConflict(answer.error)) await incomingRequests.load();
  return mapResult(answer, (value) => value.data.request);
}
