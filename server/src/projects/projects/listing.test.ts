import { keysOf } from '@sangam/shared/core/keys-of';
import { dayMs } from '@sangam/shared/core/limits';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import type { Project } from '@sangam/shared/projects/projects';
import { type RequestAct, requestActs } from '@sangam/shared/requests/transitions';
import { stoppedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { jobsDone, passTime } from '@sangam/testing/jobs-done';
import { signUpRemembered } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { type Reply, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const LISTED_MS = 14 * dayMs;

const clock = stoppedClock();
let server: TestServer;
let asha: TestMember;
let bina: TestMember;

beforeAll(async () => {
  server = await startTestServer({ clock, timings: { jobs: { pollMs: 100 } } });
});
afterAll(() => server.close());

// Remembered sessions last longer than a project's time in the list.
const signUp = (name: string): Promise<TestMember> => signUpRemembered(server, name);
beforeEach(async () => {
  [asha, bina] = [await signUp('Asha'), await signUp('Bina')];
});

const project = (fields: object = {}): Promise<number> => postProject(server, asha, fields);
const confirm = (id: number) => server.call(`PUT /api/projects/${id}/confirmation`, asha.token);
const setState = (id: number, state: string) => server.call(`PUT /api/projects/${id}/state`, asha.token, { state });
const listed = async (query: string): Promise<number[]> =>
  (await server.call(`GET /api/projects?limit=100&${query}`)).body.data.projects.map(({ id }: Project) => id);
const isListed = async (id: number) => (await listed('active=yes')).includes(id);
const notificationsAbout = async (id: number): Promise<string[]> =>
  (await server.call('GET /api/inbox', asha.token)).body.data.items
    .filter(({ project_id }: NotificationItem) => project_id === id)
    .map(({ kind }: NotificationItem) => kind);
/** Waits until due jobs have run. */
const settled = () => jobsDone(server.database, clock.atMs);
const passed = (ms: number) => passTime(server.database, clock, ms);
/** Sets when a project's job is due, to hold it back or run it. */
const moveJob = (id: number, due_at: Date) =>
  server.database.db
    .updateTable('jobs')
    .set({ due_at })
    .where('kind', '=', 'project:listing-end')
    .where('key', '=', String(id))
    .execute();

describe('a project that nobody confirms for 14 days', () => {
  it('leaves the default list, and is still found in every other way', async () => {
    const id = await project({ title: `Rover ${clock.atMs}`, required_skills: ['Welding'] });
    expect((await server.call(`GET /api/projects/${id}`)).body.project.listed_until).toBe(
      new Date(clock.atMs + LISTED_MS).toISOString(),
    );
    await passed(LISTED_MS - 1);
    expect(await isListed(id)).toBe(true);
    const counted = async () => (await server.call('GET /api/dashboard/public-stats')).body.data;
    await passed(1);
    expect(await isListed(id)).toBe(false);
    for (const query of ['', 'search=rover', 'skill=welding', 'open_seats=yes', 'category=other'])
      expect(await listed(query)).toContain(id);
    expect((await server.call(`GET /api/projects/${id}`)).status).toBe(200);
    const { totalProjects, listedProjects } = await counted();
    expect(listedProjects).toBeLessThan(totalProjects);
  });

  it('notifies its creator once, and returns with one click, on their other devices too', async () => {
    const id = await project();
    await passed(LISTED_MS);
    expect(await notificationsAbout(id)).toEqual(['project:unlisted']);
    const phone = await server.connect(asha);
    const received: (string | undefined)[] = [];
    phone.on('project:updated', (changed) => void (changed.id === id && received.push(changed.listed_until)));
    await new Promise((resolve) => phone.emit('project:watch', { list: false, project_id: id }, resolve));
    const { body } = await confirm(id);
    const until = new Date(clock.atMs + LISTED_MS).toISOString();
    expect(body.data.project).toMatchObject({ id, listed_until: until });
    await eventually(() => expect(received).toEqual([until]));
    expect(await isListed(id)).toBe(true);
    await settled();
    expect(await notificationsAbout(id)).toEqual(['project:unlisted']);
    // The next end of the listing gets its own notification.
    await passed(LISTED_MS);
    expect(await notificationsAbout(id)).toEqual(['project:unlisted', 'project:unlisted']);
  });

  it('leaves on time even if the timer is late, which then sends no outdated notification', async () => {
    const id = await project();
    await moveJob(id, new Date(clock.atMs + 2 * LISTED_MS));
    await passed(LISTED_MS);
    expect(await isListed(id)).toBe(false);
    await confirm(id);
    expect(await isListed(id)).toBe(true);
    await moveJob(id, new Date(clock.atMs));
    await settled();
    expect([await notificationsAbout(id), await isListed(id)]).toEqual([[], true]);
    await passed(LISTED_MS);
    expect([await notificationsAbout(id), await isListed(id)]).toEqual([['project:unlisted'], false]);
  });

  it('sends no notification if it is closed; opening it again brings it back', async () => {
    const id = await project();
    await setState(id, 'closed');
    await passed(LISTED_MS);
    expect([await notificationsAbout(id), await isListed(id)]).toEqual([[], false]);
    expect((await confirm(id)).body.code).toBe('PROJECT_CLOSED');
    await setState(id, 'open');
    expect(await isListed(id)).toBe(true);
    await passed(LISTED_MS);
    expect(await notificationsAbout(id)).toEqual(['project:unlisted']);
  });

  it('is not suggested to rejected applicants', async () => {
    const id = await project({ required_skills: ['Falconry'] });
    await server.call('PUT /api/users/profile', bina.token, { name: 'B', college: 'C', skills: ['Falconry'] });
    const suited = async (): Promise<number[]> =>
      (await server.call('GET /api/projects/suited', bina.token)).body.data.projects.map((one: Project) => one.id);
    expect(await suited()).toContain(id);
    await passed(LISTED_MS);
    expect(await suited()).not.toContain(id);
  });
});

describe('an answer to a join request confirms the project', () => {
  const ask = async (id: number): Promise<number> =>
    (await server.call('POST /api/project-requests', bina.token, { project_id: id })).body.data.request.id;
  const decide = (status: string) => (id: number) =>
    server.call(`PUT /api/project-requests/${id}/status`, asha.token, { status });
  const answers: Partial<Record<RequestAct, (request: number) => Promise<Reply>>> = {
    accept: decide('accepted'),
    reject: decide('rejected'),
    add_to_waitlist: (id) => server.call(`PUT /api/project-requests/${id}/line`, asha.token),
  };
  const acts = keysOf(requestActs);
  const ofCreator = acts.filter((act) => requestActs[act].by === 'creator' && requestActs[act].counts === 'answered');

  it.each(ofCreator)('%s', async (act) => {
    const id = await project({ answer_days: 14 });
    await passed(LISTED_MS - dayMs);
    const request = await ask(id);
    await passed(2 * dayMs);
    expect(await isListed(id)).toBe(false);
    expect((await answers[act]?.(request))?.status).toBe(200);
    expect(await isListed(id)).toBe(true);
  });

  it('and so does an answer to an interest', async () => {
    const id = await project();
    await passed(LISTED_MS);
    const shown = await server.call(`POST /api/projects/${id}/connect`, bina.token);
    expect(await isListed(id)).toBe(false);
    const path = `PUT /api/projects/connections/${shown.body.data.connection.id}`;
    expect((await server.call(path, asha.token, { status: 'denied' })).status).toBe(200);
    expect(await isListed(id)).toBe(true);
  });
});
