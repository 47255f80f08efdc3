import { freeSeatsFor } from '@sangam/shared/projects/seats';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { request } from '../../core/api/client';
import { isConflict, type Result } from '../../core/api/errors';
import { mapResult } from '../../core/store/loadable';
import { moment } from '../../core/store/table';
import { projects } from '../../projects/state/project-table';
import { incomingRequests, myRequests, requests, stageOf } from './requests';

/** Adds an incoming request to the waitlist. If it was decided elsewhere, fetches the list. */
export async function addToWaitlist(id: number): Promise<Result<JoinRequest>> {
  const asked = moment();
  const answer = await request('PUT /api/project-requests/:id/line', { params: { id } });
  if (answer.ok) requests.upsert(answer.value.data.request, asked);
  else if (isConflict(answer.error)) await incomingRequests.load();
  return mapResult(answer, (value) => value.data.request);
}

/** Stays on the waitlist for another 30 days. If the time is over, fetches the request's state. */
export async function stayOnWaitlist(id: number): Promise<Result<JoinRequest>> {
  const asked = moment();
  const answer = await request('PUT /api/project-requests/:id/wait', { params: { id } });
  if (answer.ok) requests.upsert(answer.value.data.request, asked);
  else if (isConflict(answer.error)) await myRequests.load();
  return mapResult(answer, (value) => value.data.request);
}

/** Accepts or declines a seat offer. If it has expired, fetches the request's state. */
export async function answerSeatOffer(id: number, status: 'accepted' | 'declined'): Promise<Result<JoinRequest>> {
  const asked = moment();
  const answer = await request('PUT /api/project-requests/:id/offer', { params: { id }, body: { status } });
  if (answer.ok) requests.upsert(answer.value.data.request, asked);
  else if (isConflict(answer.error)) await myRequests.load();
  return mapResult(answer, (value) => value.data.request);
}

/** Whether accepting a request for this role of the project, or for none, would fail, as far as this client knows. */
export const useIsFull = (projectId: number, roleId?: number): boolean => {
  const project = projects.use(({ byId }) => byId[projectId]);
  const somebodyWaits = requests.use(({ byId }) =>
    Object.values(byId).some(
      (item) =>
        item.project_id === projectId &&
        item.role_id === roleId &&
        // A request for the waitlist was made while no seat was free, which is all that is known without the project.
        (stageOf(item) === 'in_line' || (project === undefined && item.status === 'pending' && item.waitlist)),
    ),
  );
  return somebodyWaits || (project !== undefined && freeSeatsFor(project, roleId) === 0);
};
