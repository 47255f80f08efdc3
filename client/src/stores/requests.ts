import type { JoinRequest, JoinRequestDecision } from '@sangam/shared/contract/join-requests';
import { create } from 'zustand';
import { request } from '../api/client';
import { isConflict, type Result } from '../api/errors';
import { idle, type Loadable, load, mapData, mapResult } from './loadable';
import { onReset } from './reset';

interface RequestsState {
  /** Pending requests on the member's own projects, newest first. */
  incoming: Loadable<JoinRequest[]>;
  /** The member's own requests in every state, newest first. */
  mine: Loadable<JoinRequest[]>;
  /** Incoming requests that are being decided now: their buttons wait. */
  deciding: ReadonlySet<number>;
}

const empty = (): RequestsState => ({ incoming: idle(), mine: idle(), deciding: new Set() });
export const useRequests = create<RequestsState>(empty);
onReset(() => useRequests.setState(empty()));

let changes = 0;
const countChanges = (): number => changes;

export const loadIncoming = (): Promise<boolean> =>
  load<JoinRequest[]>(
    (change) => useRequests.setState((state) => ({ incoming: change(state.incoming) })),
    async () => mapResult(await request('GET /api/project-requests/incoming'), (answer) => answer.data.requests),
    countChanges,
  );

export const loadMine = (): Promise<boolean> =>
  load<JoinRequest[]>(
    (change) => useRequests.setState((state) => ({ mine: change(state.mine) })),
    async () => mapResult(await request('GET /api/project-requests/mine'), (answer) => answer.data.requests),
    countChanges,
  );

/** Selector of the member's newest request for a project: `useRequests(myRequestFor(id))`. */
export const myRequestFor =
  (projectId: number) =>
  (state: RequestsState): JoinRequest | undefined =>
    state.mine.data?.find((item) => item.project_id === projectId);

/** Asks to join; without a message the server writes the fixed greeting. One that exists already (asked in another tab) is fetched. */
export async function createJoinRequest(projectId: number, message?: string): Promise<Result<JoinRequest>> {
  const answer = await request('POST /api/project-requests', { body: { project_id: projectId, message } });
  if (answer.ok) putMine(answer.value.data.request);
  else if (isConflict(answer.error)) await loadMine();
  return mapResult(answer, (value) => value.data.request);
}

/** Withdraws one's own pending request; when it was decided meanwhile, the truth is fetched. */
export async function withdrawJoinRequest(id: number): Promise<Result<JoinRequest>> {
  const answer = await request('DELETE /api/project-requests/:id', { params: { id } });
  if (answer.ok) putMine(answer.value.data.request);
  else if (isConflict(answer.error)) await loadMine();
  return mapResult(answer, (value) => value.data.request);
}

/** Accepts or rejects; the request leaves the list, also when somebody else (or another tab) decided first. */
export async function decideJoinRequest(
  id: number,
  status: JoinRequestDecision['status'],
): Promise<Result<{ request: JoinRequest; current_members: number }>> {
  useRequests.setState(({ deciding }) => ({ deciding: new Set([...deciding, id]) }));
  const answer = await request('PUT /api/project-requests/:id/status', { params: { id }, body: { status } });
  useRequests.setState(({ deciding }) => ({ deciding: new Set([...deciding].filter((item) => item !== id)) }));
  const gone =
    answer.ok || (answer.error.kind === 'server' && ['ALREADY_DECIDED', 'NOT_FOUND'].includes(answer.error.code));
  if (gone) dropIncoming(id);
  return mapResult(answer, (value) => value.data);
}

/** Live: a request on one of the member's projects arrived. */
export function applyRequestCreated(item: JoinRequest): void {
  changeIncoming((list) => [item, ...list.filter((other) => other.id !== item.id)]);
}

/** Live: a request was decided. Answers whether it was the member's own, on their project, or not known here. */
export function applyRequestDecided(
  decision: Pick<JoinRequestDecision, 'id' | 'status'>,
): 'own' | 'incoming' | 'unknown' {
  const { mine, incoming } = useRequests.getState();
  const isIt = (item: JoinRequest) => item.id === decision.id;
  const known = mine.data?.some(isIt) ? 'own' : incoming.data?.some(isIt) ? 'incoming' : 'unknown';
  dropIncoming(decision.id);
  changeMine((list) => list.map((item) => (item.id === decision.id ? { ...item, status: decision.status } : item)));
  return known;
}

/** Live: a request was withdrawn; on one of the member's projects, or by the member on another device. */
export function applyRequestWithdrawn(id: number): void {
  dropIncoming(id);
  changeMine((list) => list.map((item) => (item.id === id ? { ...item, status: 'withdrawn' } : item)));
}

const dropIncoming = (id: number): void => changeIncoming((list) => list.filter((item) => item.id !== id));

const putMine = (item: JoinRequest): void =>
  changeMine((list) => [item, ...list.filter((other) => other.id !== item.id)].toSorted((a, b) => b.id - a.id));

function changeIncoming(change: (list: JoinRequest[]) => JoinRequest[]): void {
  changes += 1;
  useRequests.setState(({ incoming }) => ({ incoming: mapData(incoming, change) }));
}

function changeMine(change: (list: JoinRequest[]) => JoinRequest[]): void {
  changes += 1;
  useRequests.setState(({ mine }) => ({ mine: mapData(mine, change) }));
}
