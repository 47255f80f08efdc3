import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recentProjects } from '../../app/dashboard/dashboard-store';
import { setEventsPaused } from '../../core/realtime/connection-status';
import { setProjectWatch } from '../../core/realtime/on-screen';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { showLists } from '../../core/store/shown-lists';
import { fakeServer } from '../../testing/fake-server';
import { member, project } from '../../testing/samples';
import { base, serve } from '../../testing/server-state';
import { loadProjects, useProjectList } from '../state/project-list';
import { loadProject } from '../state/project-pages';
import { projects } from '../state/project-table';

const wire = vi.hoisted(() => ({ connected: false, beforeAck: () => undefined as unknown }));
vi.mock('../../core/realtime/socket', () => ({
  isConnected: () => wire.connected,
  emit: async (event: string) => {
    if (event === 'project:watch') await wire.beforeAck();
    return { ok: true, value: [] };
  },
}));
const { forgetProjectWatch, projectWatch } = await import('./project-watch');
const { refresh } = await import('../../core/realtime/refresh');
await import('../../app/live/subjects');

beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  resetStores();
  useSession.setState({ status: 'signed-in', user: member, end: null });
});
afterEach(() => {
  resetStores();
  forgetProjectWatch();
  setProjectWatch({ list: false, project_id: null });
  wire.connected = false;
  wire.beforeAck = () => undefined;
});

const fuller = project(7, { current_members: 2, member_count: 2 });
const seats = () => projects.get(7)?.current_members;

it.each([
  { where: 'the list', watch: { list: true, project_id: null }, load: () => loadProjects() },
  { where: 'the dashboard', watch: { list: true, project_id: null }, load: () => recentProjects.load() },
  { where: 'a project’s page', watch: { list: false, project_id: 7 }, load: () => loadProject(7) },
])('$where shows a change made between its fetch and its watch', async ({ watch, load }) => {
  wire.connected = true;
  serve(base);
  setProjectWatch(watch);
  await load();
  expect(seats()).toBe(1);
  // The change happens before the server sends events, so no event reports it.
  wire.beforeAck = () => serve({ ...base, projects: [fuller] });
  expect(await projectWatch.send()).toBe(true);
  expect(seats()).toBe(2);
});

it('fetches again what the last member watched, since the next one’s connection has no watch yet', async () => {
  wire.connected = true;
  serve(base);
  setProjectWatch({ list: true, project_id: null });
  await loadProjects();
  await projectWatch.send();
  resetStores();
  await loadProjects();
  const server = serve(base);
  await projectWatch.send();
  expect(server.of('GET /api/projects')).toHaveLength(1);
});

it('follows nothing for the next member while the last one’s watch ends, at any moment', async () => {
  wire.connected = true;
  for (let steps = 0; steps < 40; steps += 1) {
    resetStores();
    serve(base);
    setProjectWatch({ list: true, project_id: null });
    await loadProjects();
    const sent = projectWatch.send();
    for (let step = 0; step < steps; step += 1) await null;
    resetStores();
    await sent;
    await loadProjects();
    const server = serve(base);
    await projectWatch.send();
    expect([steps, server.of('GET /api/projects').length]).toEqual([steps, 1]);
  }
});

it('a project posted between the fetch and the watch waits above the list', async () => {
  wire.connected = true;
  serve(base);
  setProjectWatch({ list: true, project_id: null });
  await loadProjects();
  wire.beforeAck = () => serve({ ...base, projects: [project(8), project(7)] });
  await projectWatch.send();
  expect(useProjectList.getState().fresh).toEqual([8]);
});

it('fetches a watched project only once, unless the connection was lost or the fetch failed', async () => {
  wire.connected = true;
  serve(base);
  setProjectWatch({ list: true, project_id: null });
  await loadProjects();
  await projectWatch.send();
  const server = serve(base);
  await projectWatch.send();
  expect(server.of('GET /api/projects')).toHaveLength(0);
  forgetProjectWatch();
  fakeServer({ 'GET /api/projects': () => 'network' });
  expect(await projectWatch.send()).toBe(false);
  const healed = serve(base);
  expect(await projectWatch.send()).toBe(true);
  expect(healed.of('GET /api/projects')).toHaveLength(1);
});

it('fetches the projects on screen once per poll while events are paused, and once when they resume', async () => {
  wire.connected = true;
  const server = serve(base);
  const load = vi.fn(async () => true);
  showLists([{ load }]);
  setProjectWatch({ list: false, project_id: 7 });
  await loadProject(7);
  const pages = () => server.of('GET /api/projects/:id').length;
  await projectWatch.send();
  const before = { pages: pages(), lists: load.mock.calls.length };
  const since = () => [pages() - before.pages, load.mock.calls.length - before.lists];
  setEventsPaused(true);
  await refresh('fallback');
  expect(since()).toEqual([1, 1]);
  setEventsPaused(false);
  await refresh('gap');
  expect(since()).toEqual([2, 2]);
});
