import type { Interest } from '@sangam/shared/requests/interests';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { stageOf } from '@sangam/shared/requests/stage';
import { request } from '../../core/api/client';
import { WAITS_MAX_MS } from '../../core/offline/wait-for-lists';
import { createList, type List } from '../../core/store/list';
import { onReset } from '../../core/store/reset';
import { readAhead } from '../../core/store/shown-lists';
import { within } from '../../lib/within';
import { readWholeList } from './deadline-order';
import { type InterestEntity, interests, isIncoming } from './interests';
import { toInterests, toRequests } from './list-pages';
import { isComplete, type RequestEntity, requests } from './requests';

/** The pending requests and interests of one project. */
interface IncomingOfProject {
  /** Requests that need an answer. */
  requests: List<JoinRequest>;
  /** Requests on the waitlist, or with a seat offer. */
  waitlist: List<JoinRequest>;
  interests: List<Interest>;
}

const byProject = new Map<number, IncomingOfProject>();

/** Returns the lists of one of the member's own projects, the same ones on each call. */
export function incomingOfProject(projectId: number): IncomingOfProject {
  const known = byProject.get(projectId);
  if (known) return known;
  const lists = createIncoming(projectId);
  byProject.set(projectId, lists);
  return lists;
}

const createIncoming = (project_id: number): IncomingOfProject => ({
  requests: createList({
    table: requests,
    belongs: (item: RequestEntity): item is JoinRequest =>
      isComplete(item) && stageOf(item) === 'pending' && item.project_id === project_id,
    fetch: async (query) =>
      toRequests(
        await request('GET /api/project-requests/incoming', { query: { ...query, project_id, waitlist: 'no' } }),
      ),
  }),
  waitlist: createList({
    table: requests,
    belongs: (item: RequestEntity): item is JoinRequest =>
      isComplete(item) && ['waitlisted', 'offered'].includes(stageOf(item)) && item.project_id === project_id,
    fetch: async (query) =>
      toRequests(
        await request('GET /api/project-requests/incoming', { query: { ...query, project_id, waitlist: 'yes' } }),
      ),
  }),
  interests: createList({
    table: interests,
    belongs: (item: InterestEntity): item is Interest =>
      isIncoming(item) && item.status === 'pending' && item.project_id === project_id,
    fetch: async (query) =>
      toInterests(await request('GET /api/projects/connections/incoming', { query: { ...query, project_id } })),
  }),
});

const settledByProject = new Map<number, Promise<unknown>>();
onReset(() => settledByProject.clear());

/** Settles once the project's lists have loaded or failed, or after `WAITS_MAX_MS`: the same promise on each call. */
export function whenIncomingLoaded(projectId: number): Promise<unknown> {
  const pending = settledByProject.get(projectId);
  if (pending) return pending;
  const { requests: requestList, waitlist, interests: interestList } = incomingOfProject(projectId);
  const lists = [requestList, waitlist, interestList].filter((list) => list.items() === null);
  // The next deadlines are at the end of a list.
  const read = lists.map((list) => (list === waitlist ? readAhead(list) : readWholeList(list)));
  const settled = within(WAITS_MAX_MS, Promise.all(read));
  settledByProject.set(projectId, settled);
  return settled;
}
