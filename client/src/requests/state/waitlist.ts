import { freeSeatsFor } from '@sangam/shared/projects/seats';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { stageOf } from '@sangam/shared/requests/stage';
import { request } from '../../core/api/client';
import type { Result } from '../../core/api/errors';
import { projects } from '../../projects/state/project-table';
import { actOnRequest, loadIncoming, myRequests, requests } from './requests';

/** Adds an incoming request to the waitlist. If it was decided elsewhere, fetches the decision. */
export const addToWaitlist = (id: number): Promise<Result<JoinRequest>> =>
  actOnRequest(() => request('PUT /api/project-requests/:id/line', { params: { id } }), {
    load: () => loadIncoming(id),
  });

/** Stays on the waitlist for another 30 days. If the time is over, fetches the request's state. */
export const stayOnWaitlist = (id: number): Promise<Result<JoinRequest>> =>
  actOnRequest(() => request('PUT /api/project-requests/:id/wait', { params: { id } }), myRequests);

/** Accepts or declines a seat offer. If it has expired, fetches the request's state. */
export const answerSeatOffer = (id: number, status: 'accepted' | 'declined'): Promise<Result<JoinRequest>> =>
  actOnRequest(() => request('PUT /api/project-requests/:id/offer', { params: { id }, body: { status } }), myRequests);

/** Whether accepting a request for this role of the project, or for none, would fail, as far as this client knows. */
export const useIsFull = (projectId: number, roleId?: number): boolean => {
  const project = projects.use(({ byId }) => byId[projectId]);
  const hasWaitlist = requests.use(({ byId }) =>
    Object.values(byId).some(
      (item) =>
        item.project_id === projectId &&
        item.role_id === roleId &&
        // Without the project, all that is known is that a waitlist request was made while no seat was free.
        (stageOf(item) === 'waitlisted' || (project === undefined && item.status === 'pending' && item.waitlist)),
    ),
  );
  return hasWaitlist || (project !== undefined && freeSeatsFor(project, roleId) === 0);
};

/** Returns whether no seat is free for a pending request, as far as this client knows its project. */
export function useIsFullFor(): (joinRequest: JoinRequest) => boolean {
  const { byId } = projects.use();
  return ({ project_id, role_id }) => {
    const project = byId[project_id];
    return project !== undefined && freeSeatsFor(project, role_id) === 0;
  };
}
