import type { CallBody } from '@sangam/shared/app/calls';
import type { RequestStage } from '@sangam/shared/requests/join-request-states';
import type { JoinRequest, JoinRequestDecision, MyJoinRequest } from '@sangam/shared/requests/join-requests';
import { requestLimits } from '@sangam/shared/requests/limits';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { isConflict, type Result } from '../../core/api/errors';
import { keepList } from '../../core/offline/cached-parts';
import { currentUserId, useSession } from '../../core/session/session';
import { createDialogStore } from '../../core/store/dialog';
import { createList, useList } from '../../core/store/list';
import { mapResult } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';
import { createTable, type Moment, moment } from '../../core/store/table';
import { newestIdFirst } from '../../lib/text/compare';
import { onProjectAnswers } from '../../projects/state/project-table';
import { toRequests } from './list-pages';

type Known = 'id' | 'project_id' | 'user_id' | 'status' | 'created_at';

/** A join request: the member's own, or one for a project of theirs. Of one's own, a project's page has these fields only. */
export type RequestEntity = Pick<JoinRequest, Known> & Partial<JoinRequest>;

export const requests = createTable<RequestEntity>();

/** Takes in the member's own requests as the answer about projects names them: without what a list of requests says. */
export function mergeOwnRequests(own: readonly MyJoinRequest[], asked: Moment): void {
  const user_id = useSession.getState().user?.id;
  if (user_id !== undefined)
    requests.merge(
      own.map((item) => ({ ...item, user_id })),
      asked,
    );
}

onProjectAnswers({
  own: mergeOwnRequests,
  page({ project, my_join_request }, asked) {
    const user_id = currentUserId();
    // The contract types the status as plain text.
    const own = my_join_request as Pick<RequestEntity, 'id' | 'status' | 'created_at'> | null;
    if (own && user_id !== null) requests.merge([{ ...own, project_id: project.id, user_id }], asked);
  },
});

/** True of a request that came whole: from a list or an event. */
export const isComplete = (item: RequestEntity): item is JoinRequest => item.message !== undefined;

/** Selector of a member's newest request for a project. */
export const requestOf =
  (userId: number | undefined, projectId: number) =>
  ({ byId }: { byId: Readonly<Record<number, RequestEntity>> }): RequestEntity | undefined =>
    Object.values(byId)
      .filter((item) => item.project_id === projectId && item.user_id === userId)
      .toSorted(newestIdFirst)[0];

/** The signed-in member's newest request for a project. */
export const useMyRequest = (projectId: number): RequestEntity | undefined =>
  requests.use(
    requestOf(
      useSession(({ user }) => user?.id),
      projectId,
    ),
  );

/** Where a request stands: its status, and of a pending one whether it is in line or offered a seat. */
export const stageOf = ({
  status,
  place,
  offered_until,
}: Pick<RequestEntity, 'status' | 'place' | 'offered_until'>): RequestStage => {
  if (status !== 'pending') return status;
  if (offered_until !== undefined) return 'offered';
  return place === undefined ? 'pending' : 'in_line';
};

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

/** The dialog that asks to join a project, by the project's id. */
export const joinDialog = createDialogStore<number>();
