import { beforeEach, describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../testing/fake-server';
import { interest, project } from '../testing/samples';
import { base, serve } from '../testing/world';
import { applyInterestCreated, loadProject, showInterest, useProjectPages } from './project-pages';
import { applyProjectCreated, loadProjects, useProjects } from './projects';
import { resetStores } from './reset';

const detail = () => useProjectPages.getState().byId[7]?.data;

describe('projects', () => {
  beforeEach(resetStores);

  it('still offers what was posted while an older answer was on its way', async () => {
    serve({ ...base, projects: [project(7)] });
    await loadProjects();
    const under_way = loadProjects();
    applyProjectCreated(project(8));
    await under_way;
    expect(useProjects.getState().fresh.map((item) => item.id)).toEqual([8]);
    serve({ ...base, projects: [project(8), project(7)] });
    await loadProjects();
    expect(useProjects.getState().fresh).toEqual([]);
  });

  it('keeps interest that arrived live while an older answer was on its way', async () => {
    const world = { ...base, connections: [] as (typeof interest)[] };
    serve(world);
    await loadProject(7);
    const under_way = loadProject(7);
    world.connections = [interest];
    applyInterestCreated(interest);
    await under_way;
    expect(detail()?.connections.map((item) => item.id)).toEqual([6]);
  });

  it('shows interest that was sent from another tab when the server says so', async () => {
    serve(base);
    await loadProject(7);
    expect(detail()?.my_connection).toBeNull();
    serve({ ...base, my_connection: { id: 6, project_id: 7, status: 'pending' } });
    const answers = globalThis.fetch;
    const refusing = fakeServer({ 'POST /api/projects/:id/connect': () => refusal(409, 'ALREADY_CONNECTED') });
    const refuse = globalThis.fetch;
    globalThis.fetch = (input, init) => (init?.method === 'POST' ? refuse(input, init) : answers(input, init));
    expect((await showInterest(7)).ok).toBe(false);
    expect(refusing.calls).toHaveLength(1);
    expect(detail()?.my_connection?.status).toBe('pending');
  });
});
