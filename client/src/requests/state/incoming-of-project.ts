import type { Interest } from '@sangam/shared/requests/interests';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { request } from '../../core/api/client';
import { createList, type List } from '../../core/store/list';
import { type InterestEntity, interests, isIncoming } from './interests';
import { toInterests, toRequests } from './list-pages';
import { isComplete, type RequestEntity, requests } from './requests';

/** What waits for the creator's answer on one project's page. */
export interface ProjectInbox {
  requests: List<JoinRequest>;
  interests: List<Interest>;
}

const inboxes = new Map<number, ProjectInbox>();

/** The inbox of one of the member's own projects; the same one each time. */
export function projectInbox(projectId: number): ProjectInbox {
  const known = inboxes.get(projectId);
  if (known) return known;
  const inbox = createInbox(projectId);
  inboxes.set(projectId, inbox);
  return inbox;
}

const createInbox = (project_id: number): ProjectInbox => ({
  requests: createList({
    table: requests,
    belongs: (item: RequestEntity): item is JoinRequest =>
      isComplete(item) && item.status === 'pending' && item.project_id === project_id,
    fetch: async (query) =>
      toRequests(await request('GET /api/project-requests/incoming', { query: { ...query, project_id } })),
  }),
  interests: createList({
    table: interests,
    belongs: (item: InterestEntity): item is Interest =>
      isIncoming(item) && item.status === 'pending' && item.project_id === project_id,
    fetch: async (query) =>
      toInterests(await request('GET /api/projects/connections/incoming', { query: { ...query, project_id } })),
  }),
});
