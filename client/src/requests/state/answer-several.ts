import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { request } from '../../core/api/client';
import { mapResult, type Result } from '../../core/api/errors';
import { moment } from '../../core/store/table';
import { type DeclineInput, incomingRequests, requests } from './requests';

type SeveralAnswer = Awaited<ReturnType<typeof request<'POST /api/project-requests/rejections'>>>;

/** Takes the states of the requests, one of which may have been decided in the meantime. After a failure, fetches them. */
async function actOnSeveral(send: () => Promise<SeveralAnswer>): Promise<Result<JoinRequest[]>> {
  const asked = moment();
  const answer = await send();
  if (answer.ok) requests.merge(answer.value.data.requests, asked);
  else await incomingRequests.load();
  return mapResult(answer, ({ data }) => data.requests);
}

/** Rejects these requests with one reason and note. */
export const rejectSeveral = (request_ids: number[], why: DeclineInput): Promise<Result<JoinRequest[]>> =>
  actOnSeveral(() => request('POST /api/project-requests/rejections', { body: { request_ids, ...why } }));

/** Adds these requests to the waitlist until it is full. */
export const addSeveralToWaitlist = (request_ids: number[]): Promise<Result<JoinRequest[]>> =>
  actOnSeveral(() => request('POST /api/project-requests/line', { body: { request_ids } }));
