import type { CallBody } from '@sangam/shared/app/calls';
import type { JoinRequest, JoinRequestDecision } from '@sangam/shared/requests/join-requests';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { isConflict, type Result } from '../../core/api/errors';
import { keepList } from '../../core/offline/lists';
import { currentUserId } from '../../core/session/session';
import { createList } from '../../core/store/list';
import { mapResult } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';
import { moment } from '../../core/store/table';
import { toRequests } from './pages';
import { isComplete, type RequestEntity, requests } from './request-table';

/** Pending requests on the member's own projects. */
export const incomingRequests = createList({
  table: requests,
  belongs: (item: RequestEntity): item is JoinRequest =>
    isComplete(item) && item.status === 'pending' && item.user_id !== currentUserId(),
  fetch: async (query) => toRequests(await request('GET /api/project-requests/incoming', { query })),
});

/** The member's own requests in every state. */
export const myRequests = createList({
  table: requests,
  belongs: (item: RequestEntity): item is JoinRequest => isComplete(item) && item.user_id === currentUserId(),
  fetch: async (query) => toRequests(await request('GET /api/project-requests/mine', { query })),
});

keepList('incomingRequests', incomingRequests);
keepList('myRequests', myRequests);

/** Whether a request is the member's own, however far down their list it stands. */
export async function isMyRequest(id: number): Promise<boolean> {
  const answer = await request('GET /api/project-requests/mine', { query: { before: id + 1, limit: 1 } });
  return answer.ok && answer.value.data.requests[0]?.id === id;
}

/** Incoming requests that are being decided now: their buttons wait. */
export const useDeciding = create<{ ids: ReadonlySet<number> }>(() => ({ ids: new Set() }));
onReset(() => useDeciding.setState({ ids: new Set() }));

/** Asks to join; without a message the server writes the fixed greeting. One that exists already (asked in another tab) is fetched. */
export async function createJoinRequest(body: CallBody<'POST /api/project-requests'>): Promise<Result<JoinRequest>> {
  const asked = moment();
  const answer = await request('POST /api/project-requests', { body });
  if (answer.ok) requests.upsert(answer.value.data.request, asked);
  else if (isConflict(answer.error)) await myRequests.load();
  return mapResult(answer, (value) => value.data.request);
}

/** Withdraws one's own pending request; when it was decided meanwhile, the decision is fetched. */
export async function withdrawJoinRequest(id: number): Promise<Result<JoinRequest>> {
  const asked = moment();
  const answer = await request('DELETE /api/project-requests/:id', { params: { id } });
  if (answer.ok) requests.upsert(answer.value.data.request, asked);
  else if (isConflict(answer.error)) await myRequests.load();
  return mapResult(answer, (value) => value.data.request);
}

/** Why a request is rejected: a reason, words of one's own, or neither. */
export type DeclineWhy = Omit<CallBody<'PUT /api/project-requests/:id/status'>, 'status'>;

/** Accepts or rejects; the request leaves the list, also when it was decided elsewhere first. */
export async function decideJoinRequest(
  id: number,
  status: JoinRequestDecision['status'],
  why: DeclineWhy = {},
): Promise<Result<{ request: JoinRequest; current_members: number }>> {
  const asked = moment();
  useDeciding.setState(({ ids }) => ({ ids: new Set([...ids, id]) }));
  const answer = await request('PUT /api/project-requests/:id/status', { params: { id }, body: { status, ...why } });
  useDeciding.setState(({ ids }) => ({ ids: new Set([...ids].filter((item) => item !== id)) }));
  if (answer.ok) requests.upsert(answer.value.data.request, asked);
  else if (answer.error.kind === 'server' && ['ALREADY_DECIDED', 'NOT_FOUND'].includes(answer.error.code))
    await incomingRequests.load();
  return mapResult(answer, (value) => value.data);
}
