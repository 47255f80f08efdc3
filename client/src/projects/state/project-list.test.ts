import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { interests, showInterest } from '../../requests/state/interests';
import { fakeServer, refusal } from '../../testing/fake-server';
import { held } from '../../testing/held';
import { interest, member, project } from '../../testing/samples';
import { projectPage } from '../../testing/screen';
import { base, serve } from '../../testing/server-state';
import { applyUpdate, dropProject } from './project-changes';
import { noFilter } from './project-filter';
import {
  createProject,
  loadMoreProjects,
  loadProjects,
  openProjects,
  refreshProjects,
  returnToProjects,
  setProjectFilter,
  showFreshProjects,
  useProjectList,
} from './project-list';
import { loadProject } from './project-pages';
import { projects } from './project-table';

const listed = () => useProjectList.getState().list.data;
const fresh = () => useProjectList.getState().fresh;

describe('projects', () => {
  beforeEach(() => {
    resetStores();
    useSession.setState({ status: 'signed-in', user: member, end: null });
  });

  it('still offers projects posted while an older answer was on its way', async () => {
    serve({ ...base, projects: [project(7)] });
    await loadProjects();
    const under_way = loadProjects();
    projects.upsert(project(8));
    await under_way;
    expect(fresh()).toEqual([8]);
    serve({ ...base, projects: [project(8), project(7)] });
    await loadProjects();
    expect(fresh()).toEqual([]);
  });

  it('offers a project posted while the first answer for a filter was on its way', async () => {
    serve({ ...base, projects: [project(7)] });
    await loadProjects();
    const underWay = openProjects({ ...noFilter, search: 'kite' });
    projects.upsert(project(8, { title: 'Kite weather' }));
    projects.upsert(project(9, { title: 'Lunar rover' }));
    await underWay;
    await vi.waitFor(() => expect(fresh()).toEqual([8]));
  });

  it('loses no project that the reader has put into the list while an older answer was on its way', async () => {
    serve({ ...base, projects: [project(7)] });
    await loadProjects();
    const underWay = refreshProjects();
    await null;
    projects.upsert(project(8));
    showFreshProjects();
    await underWay;
    expect([listed(), fresh()]).toEqual([[7], [8]]);
  });

  it('keeps a later answer when that to an earlier refresh comes last', async () => {
    serve({ ...base, projects: [project(7), project(3)] });
    await loadProjects();
    const late = held({
      body: { success: true, data: { projects: [project(7), project(3)], my_join_requests: [], has_more: false } },
    });
    fakeServer({ 'GET /api/projects': late.reply });
    const first = refreshProjects();
    await null;
    // Project 3 has finished since.
    serve({ ...base, projects: [project(7)] });
    await refreshProjects();
    expect(listed()).toEqual([7]);
    late.release();
    expect(await first).toBe(true);
    expect(listed()).toEqual([7]);
  });

  it('keeps the places in a list sorted otherwise, and offers no projects by their greater ids', async () => {
    serve({ ...base, projects: [project(7), project(3)] });
    await openProjects({ ...noFilter, sort: 'open_seats' });
    projects.upsert(project(9));
    expect(fresh()).toEqual([]);
    serve({ ...base, projects: [project(9), project(3)] });
    await refreshProjects();
    expect([listed(), fresh()]).toEqual([[3], []]);
  });

  it('puts a project back into its place once a moderator shows it again', async () => {
    const all = [project(9), project(7), project(3)];
    serve({ ...base, projects: all });
    await loadProjects();
    const changed: number[] = [];
    onTestFinished(projects.onChange(({ id }) => changed.push(id)));
    dropProject({ id: 7, title: 'Project 7', creator_id: 2 });
    expect(listed()).toEqual([9, 3]);
    applyUpdate(project(7));
    await vi.waitFor(() => expect(listed()).toEqual([9, 7, 3]));
    expect(projects.get(7)?.title).toBe('Project 7');
    // Lists that follow events are notified.
    await vi.waitFor(() => expect(changed).toEqual([7]));
  });

  it('offers new matching projects, newest first, and none older than the list', async () => {
    serve({ ...base, projects: [project(7)] });
    await loadProjects();
    for (const id of [9, 8, 3]) projects.upsert(project(id));
    expect(fresh()).toEqual([9, 8]);
    await setProjectFilter({ ...noFilter, search: 'project 8' });
    expect(fresh()).toEqual([8]);
    showFreshProjects();
    expect([listed(), fresh()]).toEqual([[8, 7], []]);
  });

  it.each([{ hours: 4 }, { sort: 'open_seats' as const }])(
    'drops waiting new projects under %o, which only the server can compare',
    async (filter) => {
      serve({ ...base, projects: [project(7)] });
      await loadProjects();
      projects.upsert(project(8));
      await setProjectFilter({ ...noFilter, ...filter });
      expect(fresh()).toEqual([]);
    },
  );

  it('offers no new project under a filter whose code can’t be loaded', async () => {
    vi.doMock('./matches-filter', () => {
      throw new Error('offline');
    });
    onTestFinished(() => vi.doUnmock('./matches-filter'));
    const log = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => log.mockRestore());
    serve({ ...base, projects: [project(7)] });
    await loadProjects();
    projects.upsert(project(8));
    expect(fresh()).toEqual([8]);
    await setProjectFilter({ ...noFilter, search: 'project 7' });
    expect([listed(), fresh()]).toEqual([[7], []]);
    expect(log).toHaveBeenCalledOnce();
  });

  it('keeps the order of a search, and offers only projects newer than all that it found', async () => {
    const found = [7, 9, 4].map((id) => project(id, { title: 'Bus' }));
    serve({ ...base, projects: found });
    await openProjects({ ...noFilter, search: 'bus' });
    for (const id of [8, 10]) projects.upsert(project(id, { title: 'Bus' }));
    await vi.waitFor(() => expect(fresh()).toEqual([10]));
    serve({ ...base, projects: [project(10, { title: 'Bus' }), ...found] });
    await refreshProjects();
    expect([listed(), fresh()]).toEqual([[7, 9, 4], [10]]);
  });

  it('fetches only recently confirmed projects, but all for a search', async () => {
    const server = serve({ ...base, projects: [project(7)] });
    await loadProjects();
    for (const filter of [{ search: 'x' }, { skill: 'Go' }, { openSeats: true }, { category: 'other' as const }, {}])
      await setProjectFilter({ ...noFilter, ...filter });
    const asked = server.of('GET /api/projects').map(({ query }) => query.get('active'));
    expect(asked).toEqual(['yes', null, null, null, null, 'yes']);
  });

  it('offers no unlisted projects', async () => {
    serve({ ...base, projects: [project(7)] });
    await loadProjects();
    projects.upsert(project(8, { listed_until: '2026-01-01T00:00:00.000Z' }));
    const listed_until = '2999-01-01T00:00:00.000Z';
    projects.upsert(project(9, { listed_until }));
    projects.upsert(project(10, { listed_until, hidden: true }));
    projects.upsert(project(11, { listed_until, seeks_creator_until: listed_until }));
    expect(fresh()).toEqual([9]);
  });

  it('lists the member’s own new project once, whether the event or the answer comes first', async () => {
    serve({ ...base, projects: [project(7)] });
    await loadProjects();
    fakeServer({
      'POST /api/projects': () => {
        projects.upsert(project(8));
        return { body: { success: true, data: { project: project(8) } } };
      },
    });
    await createProject({ title: 'Project 8', description: 'What it is about', category: 'ai-ml' }, 'key');
    projects.upsert(project(8));
    expect([listed(), fresh()]).toEqual([[8, 7], []]);
  });

  it('drops an answer that arrives after a logout', async () => {
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    const fits = [{ project_id: 7, skills: [], interests: [], shared_hours: 12 }];
    fakeServer({
      'GET /api/projects': () =>
        released.then(() => ({ body: { success: true, data: { projects: [project(7)], has_more: false, fits } } })),
    });
    const answered = loadProjects();
    resetStores();
    release();
    await answered;
    const { list, fits: shown } = useProjectList.getState();
    expect([list.data, [...shown], projects.get(7)]).toEqual([null, [], undefined]);
  });

  it('drops the answer to an earlier filter', async () => {
    let release: () => void = () => undefined;
    serve({ ...base, projects: [project(7)] });
    const answers = globalThis.fetch;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    globalThis.fetch = async (input, init) => {
      if (!String(input).includes('search=')) await held;
      return answers(input, init);
    };
    const first = loadProjects();
    serve({ ...base, projects: [project(9)] });
    await setProjectFilter({ ...noFilter, search: 'nine' });
    release();
    await first;
    expect(listed()).toEqual([9]);
  });

  /** Serves pages of projects 1 to `total`. */
  const manyProjects = (total: number) =>
    fakeServer({
      'GET /api/projects': ({ query }) => {
        const from = Math.min(Number(query.get('before') ?? total + 1) - 1, total);
        const limit = Number(query.get('limit') ?? 50);
        const found = Array.from({ length: Math.min(limit, from) }, (_, index) => project(from - index));
        return { body: { success: true, data: { projects: found, has_more: from > limit } } };
      },
    });
  const all = noFilter;

  it('a refresh keeps all loaded pages, and new projects wait above', async () => {
    manyProjects(130);
    await loadProjects();
    await loadMoreProjects();
    expect(listed()).toHaveLength(100);
    const before = listed();
    manyProjects(133);
    expect(await refreshProjects()).toBe(true);
    expect(listed()).toEqual(before);
    expect([fresh(), useProjectList.getState().hasMore]).toEqual([[133, 132, 131], true]);
    await loadMoreProjects();
    expect(listed()?.at(-1)).toBe(1);
  });

  /** Serves these projects in this order with cursors, one per page unless `limit` says otherwise; an old server knows only `before`. */
  const pagesOf = (order: readonly number[], isOld = false) =>
    fakeServer({
      'GET /api/projects': ({ query }) => {
        const after = query.get('after');
        if (isOld && after !== null) return refusal(400, 'INVALID');
        const last = after === null ? Number(query.get('before') ?? 0) : Number(after.slice(1));
        const rest = order.slice(order.indexOf(last) + 1);
        const found = rest.slice(0, Number(query.get('limit') ?? 1));
        const has_more = rest.length > found.length;
        const next = isOld || !has_more ? {} : { next: `p${found.at(-1)}` };
        return { body: { success: true, data: { projects: found.map((id) => project(id)), has_more, ...next } } };
      },
    });
  const openFirst = async () => {
    useProjectList.setState({ filter: { ...noFilter, sort: 'fit' } });
    await loadProjects(1);
  };

  it('continues after the cursor of the last project, even if that has changed or is gone', async () => {
    const server = pagesOf([7, 4, 9]);
    await openFirst();
    dropProject({ id: 7, title: 'Project 7', creator_id: 2 });
    await loadMoreProjects();
    expect(server.of('GET /api/projects').map(({ query }) => query.get('after'))).toEqual([null, 'p7']);
    expect([listed(), useProjectList.getState().next]).toEqual([[4], 'p4']);
  });

  it('continues after the last project if the server has no cursors', async () => {
    pagesOf([7, 4, 9]);
    await openFirst();
    pagesOf([7, 4, 9], true);
    await loadMoreProjects();
    expect([listed(), useProjectList.getState().next]).toEqual([[7, 4], undefined]);
    await loadMoreProjects();
    expect(listed()).toEqual([7, 4, 9]);
  });

  it('keeps the cursor where the shown projects ended when a refresh finds another order', async () => {
    pagesOf([7, 4, 9]);
    await openFirst();
    const moved = pagesOf([4, 7, 9]);
    await refreshProjects();
    expect(listed()).toEqual([7]);
    await loadMoreProjects();
    expect(moved.of('GET /api/projects').at(-1)?.query.get('after')).toBe('p7');
  });

  it('a refresh waits for the first answer, and fetches again after it', async () => {
    const server = manyProjects(5);
    const first = loadProjects();
    await Promise.all([first, refreshProjects()]);
    expect(server.of('GET /api/projects')).toHaveLength(2);
  });

  it('returning to a list restores its loaded pages; opening one starts with the first page', async () => {
    const server = manyProjects(180);
    await returnToProjects(all, 150);
    expect(listed()).toHaveLength(150);
    await openProjects({ ...noFilter, search: 'x' });
    await returnToProjects(all, 150);
    expect(listed()).toHaveLength(150);
    const asked = server.calls.length;
    await returnToProjects(all, 150);
    expect(server.calls.length - asked).toBe(2);
    await openProjects(all);
    expect(listed()).toHaveLength(50);
  });

  it('keeps interest that arrived live while an older answer was on its way', async () => {
    serve(base);
    await loadProject(7);
    const under_way = loadProject(7);
    interests.upsert(interest);
    await under_way;
    expect(projectPage(7).interests.map((item) => item.id)).toEqual([6]);
  });

  it('shows interest sent from another tab on a conflict', async () => {
    serve(base);
    await loadProject(7);
    expect(projectPage(7).myInterest).toBeUndefined();
    serve({ ...base, my_connection: { id: 6, status: 'pending', created_at: '' } });
    const answers = globalThis.fetch;
    const refusing = fakeServer({ 'POST /api/projects/:id/connect': () => refusal(409, 'ALREADY_CONNECTED') });
    const refuse = globalThis.fetch;
    globalThis.fetch = (input, init) => (init?.method === 'POST' ? refuse(input, init) : answers(input, init));
    expect((await showInterest(7)).ok).toBe(false);
    expect(refusing.calls).toHaveLength(1);
    expect(projectPage(7).myInterest?.status).toBe('pending');
  });

  it('fetches the team again when it changed while its answer was on its way', async () => {
    const team = [
      { id: 1, name: 'Me' },
      { id: 2, name: 'Other' },
    ];
    const state = { ...base, team: team.slice(0, 1) };
    const server = serve(state);
    const under_way = loadProject(7);
    state.team = team;
    projects.patch(7, { current_members: 2, member_count: 2 });
    await under_way;
    expect(projectPage(7).teamIds).toEqual([1, 2]);
    expect(server.of('GET /api/projects/:id').length).toBeLessThanOrEqual(2);
  });
});
