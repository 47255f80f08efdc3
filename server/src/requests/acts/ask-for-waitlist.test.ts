import { dayMs } from '@sangam/shared/core/limits';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { stoppedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const clock = stoppedClock();
let server: TestServer;
/** The creator, and the member with the second seat. */
let asha: TestMember;
let bina: TestMember;

beforeAll(async () => {
  server = await startTestServer({ clock, timings: { jobs: { pollMs: 100 } } });
  [asha, bina] = [await server.signUp('Asha'), await server.signUp('Bina')];
});
afterAll(() => server.close());

const call = (by: TestMember, name: string, body?: object) => server.call(name, by.token, body);
const ask = (by: TestMember, project_id: number, fields: object = { waitlist: true }) =>
  call(by, 'POST /api/project-requests', { project_id, ...fields });
const decide = (id: number, status: string) => call(asha, `PUT /api/project-requests/${id}/status`, { status });
const admit = (id: number) => call(asha, `PUT /api/project-requests/${id}/line`);
const leave = (project: number) => call(bina, `DELETE /api/projects/${project}/members/me`);
const mine = async (by: TestMember, id: number): Promise<JoinRequest | undefined> =>
  (await server.ask(by, 'GET /api/project-requests/mine')).data.requests.find((one) => one.id === id);

async function fullProject(): Promise<number> {
  const project = await postProject(server, asha, { max_members: 2 });
  await decide((await ask(bina, project, {})).body.data.request.id, 'accepted');
  return project;
}
/** A new member who has asked for the project's waitlist. */
async function asked(project: number): Promise<TestMember & { request: number }> {
  const member = await server.signUp();
  return { ...member, request: (await ask(member, project)).body.data.request.id };
}

describe('a request for the waitlist of a full project', () => {
  it('requires `waitlist: true`, and shows as pending for the waitlist to both sides', async () => {
    const project = await fullProject();
    const chitra = await server.signUp('Chitra');
    expect(await ask(chitra, project, {})).toMatchObject({ status: 409, body: { code: 'PROJECT_FULL' } });
    expect(await ask(chitra, project, { waitlist: false })).toMatchObject({ body: { code: 'PROJECT_FULL' } });
    const { status, body } = await ask(chitra, project);
    const { request } = body.data;
    expect([status, body.message]).toEqual([201, 'Join request sent successfully!']);
    expect(request).toMatchObject({ status: 'pending', waitlist: true, answer_by: expect.any(String) });
    expect(request.place).toBeUndefined();
    const incoming = (await call(asha, `GET /api/project-requests/incoming?project_id=${project}`)).body.data;
    expect(incoming).toMatchObject({ total: 1, requests: [{ id: request.id, waitlist: true }] });
    const page = (await call(chitra, `GET /api/projects/${project}`)).body;
    expect(page.my_join_request).toMatchObject({ id: request.id, waitlist: true });
    expect(await ask(chitra, project)).toMatchObject({ status: 409, body: { code: 'ALREADY_REQUESTED' } });
    expect(await decide(request.id, 'accepted')).toMatchObject({ status: 409, body: { code: 'PROJECT_FULL' } });
    expect((await decide(request.id, 'rejected')).status).toBe(200);
  });

  it('is an ordinary request while a seat is free', async () => {
    const project = await postProject(server, asha, { title: 'Kite', max_members: 2 });
    const { request } = (await ask(await server.signUp(), project)).body.data;
    expect(request.waitlist).toBeUndefined();
    expect((await decide(request.id, 'accepted')).status).toBe(200);
  });

  it('is offered a seat only once the creator has added it, in the order of asking', async () => {
    const project = await fullProject();
    const [first, second, third, never] = [
      await asked(project),
      await asked(project),
      await asked(project),
      await asked(project),
    ];
    await admit(third.request);
    expect(await mine(third, third.request)).toMatchObject({ place: 1 });
    await admit(first.request);
    // Adding earlier applicants moves the request that was added first further back.
    expect(await mine(third, third.request)).toMatchObject({ place: 2 });
    expect((await admit(second.request)).body.data.request).toMatchObject({ place: 2 });
    expect(await mine(third, third.request)).toMatchObject({ place: 3 });
    expect((await mine(third, third.request))?.waitlist).toBeUndefined();

    for (const member of [first, second, third]) {
      await call(asha, `PATCH /api/projects/${project}`, {
        max_members: 2 + [first, second, third].indexOf(member) + 1,
      });
      expect(await mine(member, member.request)).toMatchObject({ offered_until: expect.any(String) });
      await call(member, `PUT /api/project-requests/${member.request}/offer`, { status: 'accepted' });
    }
    await leave(project);
    expect(await mine(never, never.request)).toMatchObject({ status: 'pending', waitlist: true });
    // The seat is free, so the creator may accept it.
    expect((await decide(never.request, 'accepted')).status).toBe(200);
  });

  it('leaves the creator’s pending counts, and the list of requests to answer, once it is added', async () => {
    const project = await fullProject();
    const { request } = await asked(project);
    const path = `GET /api/project-requests/incoming?project_id=${project}`;
    const ids = async (query: string) =>
      (await call(asha, `${path}${query}`)).body.data.requests.map((one: JoinRequest) => one.id);
    const counts = async () => {
      const { projects } = (await call(asha, 'GET /api/projects/mine')).body.data;
      const { pending_requests } = projects.find(({ id }: { id: number }) => id === project);
      return [pending_requests, (await call(asha, path)).body.data.total];
    };
    expect([await counts(), await ids('&waitlist=no'), await ids('&waitlist=yes')]).toEqual([[1, 1], [request], []]);
    await admit(request);
    expect([await counts(), await ids('&waitlist=no'), await ids('&waitlist=yes')]).toEqual([[0, 0], [], [request]]);
    expect(await ids('')).toEqual([request]);
    const refreshed = (await call(asha, 'GET /api/refresh')).body.data;
    expect(refreshed.incoming_requests.data.requests.map((one: JoinRequest) => one.id)).not.toContain(request);
  });

  it('is refused once 50 members are on the waitlist', async () => {
    const project = await fullProject();
    const { db } = server.database;
    for (let n = 1; n <= requestServerLimits.waitlistMax; n += 1) {
      const name = `Crowd ${n}`;
      const user = { name, email: `${name.replace(' ', '')}-${project}@example.org` };
      const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
      const request = { project_id: project, creator_id: asha.id, requester_id: id, message: 'Hi', decided_at: null };
      const row = await db.insertInto('join_requests').values(request).returning('id').executeTakeFirstOrThrow();
      await db.updateTable('join_requests').set({ line_place: n }).where('id', '=', row.id).execute();
    }
    expect(await ask(await server.signUp(), project)).toMatchObject({ status: 409, body: { code: 'LINE_FULL' } });
  });

  it('notifies the creator and ends at the deadline like any other request', async () => {
    const project = await fullProject();
    const member = await asked(project);
    const { request } = member;
    const items: NotificationItem[] = (await call(asha, 'GET /api/inbox')).body.data.items;
    expect(items.find(({ subject_id }) => subject_id === request)?.kind).toBe('request:received');
    clock.atMs += 7 * dayMs;
    const { email, password } = member;
    const { token } = (await server.call('POST /api/auth/login', null, { email, password })).body;
    await eventually(async () =>
      expect(await mine({ ...member, token }, request)).toMatchObject({ status: 'withdrawn', ended_by: 'no_answer' }),
    );
  });
});
