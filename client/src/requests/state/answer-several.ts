import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { request } from '../../core/api/client';
import { isSignedOut, mapResult, type Result } from '../../core/api/errors';
import { refreshShownLists } from '../../core/store/shown-lists';
import { moment } from '../../core/store/table';
import { refreshPage } from '../../projects/state/project-pages';
import { type DeclineInput, incomingRequests, requests } from './requests';

type SeveralAnswer = Awaited<ReturnType<typeof request<'POST /api/project-requests/rejections'>>>;

/**
 * Answers several requests and stores their new states; some may have been decided in the meantime. A failure may come after some were
 * answered, so it fetches the lists on screen and the projects' pages again.
 */
async function actOnSeveral(
  send: () => Promise<SeveralAnswer>,
  projectIds: readonly number[],
): Promise<Result<JoinRequest[]>> {
  const startedAt = moment();
  const answer = await send();
  if (answer.ok) requests.merge(answer.value.data.requests, startedAt);
  else if (!isSignedOut(answer))
    await Promise.all([incomingRequests.load(), refreshShownLists(), ...projectIds.map(refreshPage)]);
  return mapResult(answer, ({ data }) => data.requests);
}

const projectsOf = (answered: readonly JoinRequest[]) => [...new Set(answered.map(({ project_id }) => project_id))];
const idsOf = (answered: readonly JoinRequest[]) => answered.map(({ id }) => id);

/** Rejects these requests with one reason and note. */
export const rejectSeveral = (
  chosen: readonly JoinRequest[],
  declineInput: DeclineInput,
): Promise<Result<JoinRequest[]>> =>
  actOnSeveral(
    () => request('POST /api/project-requests/rejections', { body: { request_ids: idsOf(chosen), ...declineInput } }),
    projectsOf(chosen),
  );

/** Adds these requests to the waitlist until it is full. */
export const addSeveralToWaitlist = (chosen: readonly JoinRequest[]): Promise<Result<JoinRequest[]>> =>
  actOnSeveral(
    () => request('POST /api/project-requests/line', { body: { request_ids: idsOf(chosen) } }),
    projectsOf(chosen),
  );
