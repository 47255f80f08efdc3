import type { Interest, MyInterest } from '@sangam/shared/requests/interests';
import { useShallow } from 'zustand/shallow';
import { askAfterClearing } from '../../contact/state/cleared-addresses';
import { request } from '../../core/api/client';
import { isConflict, mapResult, type Result } from '../../core/api/errors';
import { cacheList } from '../../core/offline/cached-parts';
import { currentUserId, useSession } from '../../core/session/session';
import { createList, type ListPage } from '../../core/store/list';
import type { RefreshPart } from '../../core/store/refresh-part';
import { createTable, moment } from '../../core/store/table';
import { newestIdFirst } from '../../lib/text/compare';
import { followNames } from '../../people/state/members';
import { loadProject } from '../../projects/state/project-pages';
import { followProjects, namedWithCreator, onProjectAnswers } from '../../projects/state/project-table';
import { useAtDeadline } from './at-deadline';
import { toInterests } from './list-pages';

type AlwaysSent = 'id' | 'project_id' | 'status' | 'requester_id' | 'created_at';
type ById = Readonly<Record<number, InterestEntity>>;

/**
 * Interest in a project: the member's own, or another member's in their project. The project's page sends only these fields of the member's
 * own.
 */
export type InterestEntity = Pick<Interest, AlwaysSent> & Partial<Interest>;

/**
 * The server sends the creator's name with pending interest only, so an answer with a title clears the name. A project's page sends neither
 * title nor name.
 */
export const interests = createTable<InterestEntity>(({ project_title }) =>
  project_title === undefined ? {} : { creator_name: undefined },
);
// First, since a project's creator may have been renamed after it last changed.
followProjects(interests, namedWithCreator);
followNames(interests, { creator_id: 'creator_name', requester_id: 'requester_name' });

onProjectAnswers({
  page({ project, connections, my_connection: own }, startedAt) {
    const requester_id = currentUserId();
    interests.merge(connections, startedAt);
    if (own && requester_id !== null) interests.merge([{ ...own, project_id: project.id, requester_id }], startedAt);
  },
});

/** Whether the interest is in the member's own project: it then names the requester. */
export const isIncoming = (item: InterestEntity): item is Interest => item.requester_name !== undefined;

/** Selects the interests in a project, newest first, for its creator. */
export const interestsIn =
  (projectId: number) =>
  ({ byId }: { byId: ById }): Interest[] =>
    Object.values(byId)
      .filter(isIncoming)
      .filter((item) => item.project_id === projectId)
      .toSorted(newestIdFirst);

/** Selects a member's newest interest in a project. */
export const interestOf =
  (userId: number | undefined, projectId: number) =>
  ({ byId }: { byId: ById }): InterestEntity | undefined =>
    Object.values(byId)
      .filter((item) => item.project_id === projectId && item.requester_id === userId)
      .toSorted(newestIdFirst)[0];

/** The interests in a project, newest first, for its creator. */
export const useInterestsIn = (projectId: number): Interest[] => interests.use(useShallow(interestsIn(projectId)));

/** The signed-in member's newest interest in a project. */
export const useMyInterest = (projectId: number): InterestEntity | undefined =>
  useAtDeadline(
    interests.use(
      interestOf(
        useSession(({ user }) => user?.id),
        projectId,
      ),
    ),
    'denied',
  );

const fetchIncoming = (query: { before?: number | undefined; limit: number }) =>
  askAfterClearing(async () => toInterests(await request('GET /api/projects/connections/incoming', { query })));

/** Pending interests in all of the member's projects. */
export const incomingInterests = createList({
  table: interests,
  belongs: (item: InterestEntity): item is Interest => isIncoming(item) && item.status === 'pending',
  fetch: fetchIncoming,
});

type Part = { version: string; data: ListPage<Interest> };

/**
 * Applies the list's part of a refresh. If addresses were cleared while it was on the way, fetches the list again and keeps the part's
 * version.
 */
export const refreshIncoming = (part: RefreshPart<ListPage<Interest>>): Promise<boolean> =>
  incomingInterests.refresh(
    askAfterClearing<Part | null>(async (overtaken = null) => {
      const { limit } = incomingInterests.refreshParams();
      return overtaken
        ? mapResult(await fetchIncoming({ limit }), (data) => ({ ...overtaken, data }))
        : { ok: true, value: null };
    }, part),
  );

/** The member's own interests in every state. An interest known only from a project's page has no title. */
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

cacheList('incomingInterests', incomingInterests);
cacheList('myInterests', myInterests);

type OwnInterest = InterestEntity & MyInterest;

/** Shows interest in a project. If there is one already, fetches it. */
export async function showInterest(projectId: number): Promise<Result<MyInterest>> {
  const startedAt = moment();
  const me = currentUserId();
  const answer = await request('POST /api/projects/:id/connect', { params: { id: projectId } });
  const result = mapResult(answer, (value) => value.data.connection);
  if (result.ok && me !== null) interests.upsert({ ...result.value, requester_id: me }, startedAt);
  if (!result.ok && isConflict(result.error)) await loadProject(projectId);
  return result;
}

/** Withdraws the member's pending interest. If it was decided in the meantime, fetches the decision. */
export async function withdrawInterest(id: number): Promise<Result<MyInterest>> {
  const startedAt = moment();
  const me = currentUserId();
  const answer = await request('DELETE /api/projects/connections/:id', { params: { id } });
  const result = mapResult(answer, (value) => value.data.connection);
  if (result.ok && me !== null) interests.upsert({ ...result.value, requester_id: me }, startedAt);
  if (!result.ok && isConflict(result.error)) await myInterests.load();
  return result;
}

/** Approves or denies an interest. If it was decided elsewhere, fetches the page again. */
export async function decideInterest(
  { id, project_id }: Pick<Interest, 'id' | 'project_id'>,
  status: 'approved' | 'denied',
): Promise<Result<Interest>> {
  const startedAt = moment();
  const answer = await request('PUT /api/projects/connections/:id', { params: { id }, body: { status } });
  const result = mapResult(answer, (value) => value.data.connection);
  if (result.ok) interests.upsert(result.value, startedAt);
  else if (isConflict(result.error)) await loadProject(project_id);
  return result;
}
