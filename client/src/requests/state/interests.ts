import type { Interest, MyInterest } from '@sangam/shared/requests/interests';
import { request } from '../../core/api/client';
import { isConflict, type Result } from '../../core/api/errors';
import { keepList } from '../../core/offline/lists';
import { currentUserId } from '../../core/session/session';
import { createList } from '../../core/store/list';
import { mapResult } from '../../core/store/loadable';
import { moment } from '../../core/store/table';
import { loadProject } from '../../projects/state/project-pages';
import { type InterestEntity, interests, isIncoming } from './interest-table';
import { toInterests } from './pages';

/** Pending interest in any of the member's projects: what the second bell lists beside join requests. */
export const incomingInterests = createList({
  table: interests,
  belongs: (item: InterestEntity): item is Interest => isIncoming(item) && item.status === 'pending',
  fetch: async (query) => toInterests(await request('GET /api/projects/connections/incoming', { query })),
});

/** The member's own interest in every state; what a project's page said alone has no title. */
export const myInterests = createList({
  table: interests,
  belongs: (item: InterestEntity): item is OwnInterest =>
    item.requester_id === currentUserId() && item.project_title !== undefined,
  fetch: async (query) => {
    const me = currentUserId() ?? 0;
    const page = toInterests(await request('GET /api/projects/connections/mine', { query }));
    return mapResult(page, ({ items, ...rest }) => ({
      items: items.map((item) => ({ ...item, requester_id: me })),
      ...rest,
    }));
  },
});

keepList('incomingInterests', incomingInterests);
keepList('myInterests', myInterests);

type OwnInterest = InterestEntity & MyInterest;

/** Shows interest in a project; interest that exists already is fetched. */
export async function showInterest(projectId: number): Promise<Result<MyInterest>> {
  const asked = moment();
  const me = currentUserId();
  const answer = await request('POST /api/projects/:id/connect', { params: { id: projectId } });
  const result = mapResult(answer, (value) => value.data.connection);
  if (result.ok && me !== null) interests.upsert({ ...result.value, requester_id: me }, asked);
  if (!result.ok && isConflict(result.error)) await loadProject(projectId);
  return result;
}

/** Approves or denies interest; when it was decided elsewhere first, the page is fetched again. */
export async function decideInterest(
  { id, project_id }: Pick<Interest, 'id' | 'project_id'>,
  status: 'approved' | 'denied',
): Promise<Result<Interest>> {
  const asked = moment();
  const answer = await request('PUT /api/projects/connections/:id', { params: { id }, body: { status } });
  const result = mapResult(answer, (value) => value.data.connection);
  if (result.ok) interests.upsert(result.value, asked);
  else if (isConflict(result.error)) await loadProject(project_id);
  return result;
}
