import { beforeEach, expect, it } from 'vitest';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { fakeServer, refusal } from '../../testing/fake-server';
import { member, OTHER, project } from '../../testing/samples';
import { base, serve } from '../../testing/server-state';
import { dropProject } from './project-changes';
import { loadProject, useProjectPages } from './project-pages';

beforeEach(() => {
  resetStores();
  useSession.setState({ status: 'signed-in', user: member, end: null });
});

it('shows “not found” for a project that was deleted while its page was on the way', async () => {
  serve({ ...base, projects: [project(7)] });
  const late = loadProject(7);
  dropProject({ id: 7, title: 'Deleted project', creator_id: OTHER });
  fakeServer({ 'GET /api/projects/:id': () => refusal(404, 'PROJECT_NOT_FOUND') });
  await late;
  expect(useProjectPages.getState().byId[7]).toMatchObject({ status: 'error', data: null, error: { status: 404 } });
});
