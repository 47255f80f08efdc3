import { projectLimits } from '@sangam/shared/projects/limits';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { request } from '../../core/api/client';
import { mapResult, type Result } from '../../core/api/errors';
import { cacheList } from '../../core/offline/cached-parts';
import { currentUserId } from '../../core/session/session';
import { createList, type ListPage } from '../../core/store/list';
import { isCreator } from '../../projects/state/creator';
import { type ProjectEntity, projects } from '../../projects/state/project-table';
import { toRequests } from './list-pages';
import { isComplete, type RequestEntity, requests } from './requests';

/** The member's own projects that are finished, or all others. */
const createdProjects = (finished: 'yes' | 'no') =>
  createList({
    table: projects,
    belongs: (item: ProjectEntity): item is ProjectEntity =>
      isCreator(item) && (item.state === 'finished') === (finished === 'yes'),
    fetch: async (query): Promise<Result<ListPage<ProjectEntity>>> =>
      mapResult(
        await request('GET /api/projects/mine', { query: { ...query, finished } }),
        ({ data: { projects: items, ...page } }) => ({ items, ...page }),
      ),
    page: { size: projectLimits.projectsPage, max: projectLimits.projectsPageMax },
  });
export const myProjects = createdProjects('no');
export const myFinishedProjects = createdProjects('yes');

/** The teams that the member has joined. Each seat has an accepted request, which ends when the member leaves. */
export const myTeams = createList({
  table: requests,
  belongs: (item: RequestEntity): item is JoinRequest =>
    isComplete(item) && item.user_id === currentUserId() && item.status === 'accepted',
  fetch: async (query) =>
    toRequests(await request('GET /api/project-requests/mine', { query: { ...query, status: 'accepted' } })),
});

cacheList('myProjects', myProjects);
cacheList('myFinishedProjects', myFinishedProjects);
cacheList('myTeams', myTeams);
