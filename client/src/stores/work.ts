import type { JoinRequest } from '@sangam/shared/contract/join-requests';
import { limits } from '@sangam/shared/rules/limits';
import { request } from '../api/client';
import type { Result } from '../api/errors';
import { createList, type ListPage } from './entities/list';
import { type ProjectEntity, projects } from './entities/projects';
import { isComplete, type RequestEntity, requests } from './entities/requests';
import { keepList } from './kept/lists';
import { mapResult } from './loadable';
import { toPage } from './requests';
import { currentUserId } from './session';

/** The member's own projects that are finished, or all others. */
const createdProjects = (finished: 'yes' | 'no') =>
  createList({
    table: projects,
    belongs: (item: ProjectEntity): item is ProjectEntity =>
      item.creator_id === currentUserId() && (item.state === 'finished') === (finished === 'yes'),
    fetch: async (query): Promise<Result<ListPage<ProjectEntity>>> =>
      mapResult(
        await request('GET /api/projects/mine', { query: { ...query, finished } }),
        ({ data: { projects: items, ...page } }) => ({ items, ...page }),
      ),
    page: { size: limits.projectsPage, max: limits.projectsPageMax },
  });
export const myProjects = createdProjects('no');
export const myFinishedProjects = createdProjects('yes');

/** The teams that the member has joined: each seat came with an accepted request, which leaving ends. */
export const myTeams = createList({
  table: requests,
  belongs: (item: RequestEntity): item is JoinRequest =>
    isComplete(item) && item.user_id === currentUserId() && item.status === 'accepted',
  fetch: async (query) =>
    toPage(await request('GET /api/project-requests/mine', { query: { ...query, status: 'accepted' } })),
});

keepList('myProjects', myProjects);
keepList('myTeams', myTeams);
