import type { CallBody } from '@sangam/shared/app/calls';
import type { JoinRequest, JoinRequestDecision, MyJoinRequest } from '@sangam/shared/requests/join-requests';
import { requestLimits } from '@sangam/shared/requests/limits';
import { stageOf } from '@sangam/shared/requests/stage';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { isConflict, isSignedOut, mapResult, type Result } from '../../core/api/errors';
import { cacheList } from '../../core/offline/cached-parts';
import { currentUserId, useSession } from '../../core/session/session';
import { createDialogStore } from '../../core/store/dialog';
import { createList, useList } from '../../core/store/list';
import { onReset } from '../../core/store/reset';
import { createTable, type Moment, moment } from '../../core/store/table';
import { newestIdFirst } from '../../lib/text/compare';
import { followNames } from '../../people/state/members';
import { followProjects, namedWithCreator, onProjectAnswers } from '../../projects/state/project-table';
import { useAtDeadline } from './at-deadline';
import { toRequests } from './list-pages';

type AlwaysSent = 'id' | 'project_id' | 'user_id' | 'status' | 'created_at';

/** A join request: the member's own, or one for their project. A project's page sends only these fields of the member's own. */
export type RequestEntity = Pick<JoinRequest, AlwaysSent> & Partial<JoinRequest>;

/** Fields that a request has only at some stages. An answer with the complete request clears those it leaves out. */
const stageFields = {
  project_hidden: undefined,
  project_finished: undefined,
  role_id: undefined,
  role_name: undefined,
  creator_name: undefined,
  answer_by: undefined,
  place: undefined,
  offered_until: undefined,
  ended_by: undefined,
  waitlist: undefined,
  waits_until: undefined,
  waitlist_change: undefined,
  decided_at: undefined,
  offer_declined: undefined,
  left_team: undefined,
  decline_reason: undefined,
  end_word: undefined,
  ask_again_at: undefined,
  reopen_until: undefined,
};

export const requests = createTable<RequestEntity>((item) => (isComplete(item) ? stageFields : {}));
// First, since a project's creator may have been renamed after it last changed.
followProjects(requests, namedWithCreator);
followNames(requests, { creator_id: 'creator_name', user_id: 'user_name' });

/** Stores the member's own requests from an answer about projects, which has only some of the fields. */
export function mergeOwnRequests(own: readonly MyJoinRequest[], startedAt: Moment): void {
  const user_id = useSession.getState().user?.id;
  if (user_id !== undefined)
    requests.merge(
      own.map((item) => ({ ...item, user_id })),
      startedAt,
    );
}

onProjectAnswers({
  own: mergeOwnRequests,
  page({ project, my_join_request: own }, startedAt) {
    const user_id = currentUserId();
    if (own && user_id !== null) requests.merge([{ ...own, project_id: project.id, user_id }], startedAt);
  },
});

/** Whether the request has all fields, as from a list or an event. */
export const isComplete = (item: RequestEntity): item is JoinRequest => item.message !== undefined;

/** Returns a listed request in its state by now, even after it has left the list that shows it. */
export function useRequestNow(listed: JoinRequest): JoinRequest {
  const known = requests.use(({ byId }) => byId[listed.id]);
  return useAtDeadline(known && isComplete(known) ? known : listed, 'withdrawn');
}

/** Selects a member's newest request for a project. */
export const requestOf =
  (userId: number | undefined, projectId: number) =>
  ({ byId }: { byId: Readonly<Record<number, RequestEntity>> }): RequestEntity | undefined =>
    Object.values(byId)
      .filter((item) => item.project_id === projectId && item.user_id === userId)
      .toSorted(newestIdFirst)[0];

/** The signed-in member's newest request for a project. */
export const useMyRequest = (projectId: number): RequestEntity | undefined =>
  useAtDeadline(
    requests.use(
      requestOf(
        useSession(({ user }) => user?.id),
        projectId,
      ),
    ),
    'withdrawn',
  );

/** Whether a seat offer awaits the requester's answer. */
export const isSeatOffered = (request: RequestEntity): boolean => stageOf(request) === 'offered';

/** Requests for the member's own projects that need an answer. Those on a waitlist are on their project's page. */
export const incomingRequests = createList({
  table: requests,
  belongs: (item: RequestEntity): item is JoinRequest =>
    isComplete(item) && stageOf(item) === 'pending' && item.user_id !== currentUserId(),
  fetch: async (query) =>
    toRequests(await request('GET /api/project-requests/incoming', { query: { ...query, waitlist: 'no' } })),
});

/** The member's own requests in every state. */
export const myRequests = createList({
  table: requests,
  belongs: (item: RequestEntity): item is JoinRequest => isComplete(item) && item.user_id === currentUserId(),
  fetch: async (query) => toRequests(await request('GET /api/project-requests/mine', { query })),
});

cacheList('incomingRequests', incomingRequests);
cacheList('myRequests', myRequests);

/** Asks the server whether a request is the member's own, since the list may not reach down to it. */
export async function isMyRequest(id: number): Promise<boolean> {
  const answer = await request('GET /api/project-requests/mine', { query: { before: id + 1, limit: 1 } });
  return answer.ok && answer.value.data.requests[0]?.id === id;
}

/** Incoming requests whose decision is being sent; their buttons are busy. */
export const useDeciding = create<{ ids: ReadonlySet<number> }>(() => ({ ids: new Set() }));
onReset(() => useDeciding.setState({ ids: new Set() }));

/**
 * Performs an action on a join request and stores the answer. On a conflict the request has changed in the meantime, so it loads `list`.
 */
export async function actOnRequest(
  act: () => Promise<Result<{ data: { request: JoinRequest } }>>,
  list: { load(): Promise<unknown> },
): Promise<Result<JoinRequest>> {
  const startedAt = moment();
  const answer = await act();
  if (answer.ok) requests.upsert(answer.value.data.request, startedAt);
  else if (isConflict(answer.error)) await list.load();
  return mapResult(answer, ({ data }) => data.request);
}

/**
 * Asks to join. Without a message the server writes the default greeting. On a conflict, such as a request from another
 * tab, fetches the requests.
 */
export const createJoinRequest = (body: CallBody<'POST /api/project-requests'>): Promise<Result<JoinRequest>> =>
  actOnRequest(() => request('POST /api/project-requests', { body }), myRequests);

/** Withdraws the member's pending request. If it was decided in the meantime, fetches the decision. */
export const withdrawJoinRequest = (id: number): Promise<Result<JoinRequest>> =>
  actOnRequest(() => request('DELETE /api/project-requests/:id', { params: { id } }), myRequests);

/** Makes a rejected request pending again. If it was reopened elsewhere, fetches the list. */
export const reopenJoinRequest = (id: number): Promise<Result<JoinRequest>> =>
  actOnRequest(() => request('POST /api/project-requests/:id/reopen', { params: { id } }), incomingRequests);

/** The creator's reason for a rejection: one of the list, a note, or neither. */
export type DeclineInput = Omit<CallBody<'PUT /api/project-requests/:id/status'>, 'status'>;

/** Fetches how an incoming request ended, so that every screen shows it. */
export async function loadIncoming(id: number): Promise<void> {
  const startedAt = moment();
  const [decided] = await Promise.all([
    request('GET /api/project-requests/decided', { query: { before: id + 1, limit: 1 } }),
    incomingRequests.load(),
  ]);
  if (!decided.ok) return;
  requests.merge(
    decided.value.data.requests.filter((item) => item.id === id),
    startedAt,
  );
}

/** Accepts or rejects a request. It leaves the list even if it was decided elsewhere first. */
export async function decideJoinRequest(
  id: number,
  status: JoinRequestDecision['status'],
  declineInput: DeclineInput = {},
): Promise<Result<{ request: JoinRequest; current_members: number }>> {
  const startedAt = moment();
  useDeciding.setState(({ ids }) => ({ ids: new Set([...ids, id]) }));
  const answer = await request('PUT /api/project-requests/:id/status', {
    params: { id },
    body: { status, ...declineInput },
  });
  useDeciding.setState(({ ids }) => ({ ids: new Set([...ids].filter((item) => item !== id)) }));
  if (answer.ok) requests.upsert(answer.value.data.request, startedAt);
  else if (answer.error.kind === 'server' && ['ALREADY_DECIDED', 'NOT_FOUND'].includes(answer.error.code))
    await loadIncoming(id);
  return mapResult(answer, (value) => value.data);
}

const none: readonly JoinRequest[] = [];

/**
 * An accepted member's other requests that are pending or on the waitlist. A seat offer needs its own answer, so
 * it's excluded.
 */
export function useOtherRequests(): readonly JoinRequest[] {
  const own = useList(myRequests).data ?? none;
  if (!own.some(({ status }) => status === 'accepted')) return none;
  return own
    .filter((item) => item.status === 'pending' && !isSeatOffered(item))
    .slice(0, requestLimits.withdrawnAtOnceMax);
}

/** Withdraws these requests and returns their states, since one may have been decided in the meantime. */
export async function withdrawJoinRequests(ids: number[]): Promise<Result<JoinRequest[]>> {
  const startedAt = moment();
  const answer = await request('POST /api/project-requests/withdrawals', { body: { request_ids: ids } });
  if (answer.ok) requests.merge(answer.value.data.requests, startedAt);
  else if (!isSignedOut(answer)) await myRequests.load();
  return mapResult(answer, ({ data }) => data.requests);
}

/** The join dialog, by the project's id. */
export const joinDialog = createDialogStore<number>();
