import { dayMs, hourMs } from '@sangam/shared/core/limits';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import { stoppedClock } from '@sangam/testing/clocks';
import { signUpRemembered } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** Time moves only when a test moves it, and no timer runs, so every timer is late. */
const clock = stoppedClock();
let server: TestServer;
let asha: TestMember;
let bina: TestMember;

beforeAll(async () => {
  const timings = { jobs: { pollMs: 2 ** 31 - 1 } };
  server = await startTestServer({ clock, timings, env: { RATE_LIMIT: 'on' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  [asha, bina] = [await signUp(), await signUp()];
});

// Remembered sessions outlive the test.
const signUp = (): Promise<TestMember> => signUpRemembered(server);
const post = (fields: object = {}): Promise<number> => postProject(server, asha, { answer_days: 1, ...fields });
const ask = (project_id: number, by = bina, fields: object = {}) =>
  server.call('POST /api/project-requests', by.token, { project_id, ...fields });
const show = (project: number, by = bina) => server.call(`POST /api/projects/${project}/connect`, by.token);
const accept = (id: number) =>
  server.call(`PUT /api/project-requests/${id}/status`, asha.token, { status: 'accepted' });
const answerOffer = (id: number) =>
  server.call(`PUT /api/project-requests/${id}/offer`, bina.token, { status: 'accepted' });
const stay = (id: number) => server.call(`PUT /api/project-requests/${id}/wait`, bina.token);
const notificationsOf = async (member: TestMember): Promise<string[]> =>
  (await server.call('GET /api/inbox', member.token)).body.data.items.map(({ kind }: NotificationItem) => kind);
const mine = async (by = bina) => (await server.call('GET /api/project-requests/mine', by.token)).body.data.requests;
const myInterests = async () =>
  (await server.call('GET /api/projects/connections/mine', bina.token)).body.data.connections;
const limit = async (of: 'requests_left' | 'waitlists_left') =>
  (await server.call(`GET /api/knocks?user_id=${asha.id}`, bina.token)).body.data[of];

describe('although no timer has run, from the deadline on', () => {
  it('a member may ask again: their request has ended, and the creator sees only the new one', async () => {
    const project = await post();
    const first = (await ask(project)).body.data.request.id;
    clock.atMs += dayMs - 1;
    expect((await ask(project)).body.code).toBe('ALREADY_REQUESTED');
    clock.atMs += 1;
    for (const refused of [await accept(first), await answerOffer(first), await stay(first)])
      expect(refused.body.code).toBe('ALREADY_DECIDED');
    const second = (await ask(project)).body.data.request.id;
    expect(await mine()).toMatchObject([
      { id: second, status: 'pending' },
      { id: first, status: 'withdrawn', ended_by: 'no_answer' },
    ]);
    expect(await notificationsOf(asha)).toEqual(['request:received']);
    expect(await notificationsOf(bina)).toEqual(['request:unanswered']);
  });

  it('a member may show interest again', async () => {
    const project = await post();
    const first = (await show(project)).body.data.connection.id;
    clock.atMs += dayMs - 1;
    expect((await show(project)).body.code).toBe('ALREADY_CONNECTED');
    clock.atMs += 1;
    const second = (await show(project)).body.data.connection.id;
    expect(await myInterests()).toMatchObject([
      { id: second, status: 'pending' },
      { id: first, status: 'denied', ended_by: 'no_answer' },
    ]);
    expect(await notificationsOf(asha)).toEqual(['interest:received']);
  });

  it("requests and interest don't count toward the 5 pending ones, nor places on waitlists toward the 5 waitlists", async () => {
    for (let n = 0; n < 4; n += 1) await ask(await post());
    await show(await post());
    expect(await limit('requests_left')).toBe(0);
    expect((await ask(await post())).body.code).toBe('ANSWER_AWAITED');
    clock.atMs += dayMs;
    expect(await limit('requests_left')).toBe(5);
    expect((await ask(await post())).status).toBe(201);

    const other = await signUp();
    const full = await post({ max_members: 2 });
    const seat = (await ask(full, other)).body.data.request.id;
    expect((await accept(seat)).status).toBe(200);
    expect((await ask(full, bina, { waitlist: true })).status).toBe(201);
    expect(await limit('waitlists_left')).toBe(4);
    clock.atMs += dayMs;
    expect(await limit('waitlists_left')).toBe(5);
  });

  it('withdrawing several requests skips expired ones, which end as unanswered or as an offer not taken', async () => {
    const projects = [await post(), await post({ max_members: 2 }), await post({ answer_days: 14 })];
    const ids: number[] = [];
    for (const project of projects) ids.push((await ask(project)).body.data.request.id);
    const [overdue, offered, pending] = ids;
    expect((await server.call(`PUT /api/project-requests/${offered}/line`, asha.token)).status).toBe(200);
    clock.atMs += 48 * hourMs;
    const path = 'POST /api/project-requests/withdrawals';
    expect((await server.call(path, bina.token, { request_ids: ids })).status).toBe(200);
    for (const project of projects) await server.call(`DELETE /api/projects/${project}`, asha.token);
    const ended = new Map((await mine()).map((one: { id: number; ended_by?: string }) => [one.id, one.ended_by]));
    expect([overdue, offered, pending].map((id) => ended.get(id))).toEqual(['no_answer', 'offer_lapsed', undefined]);
  });

  it('finishing a project ends requests as unanswered, and an expired seat offer as not taken', async () => {
    const project = await post({ max_members: 2 });
    const other = await signUp();
    const [asked, line] = [(await ask(project)).body.data.request.id, (await ask(project, other)).body.data.request.id];
    await show(project);
    // A seat is free, so it is offered at once.
    expect((await server.call(`PUT /api/project-requests/${line}/line`, asha.token)).status).toBe(200);
    clock.atMs += 48 * hourMs;
    const finished = await server.call(`PUT /api/projects/${project}/state`, asha.token, { state: 'finished' });
    expect(finished.status).toBe(200);
    expect(await mine()).toMatchObject([{ id: asked, status: 'withdrawn', ended_by: 'no_answer' }]);
    expect(await mine(other)).toMatchObject([{ id: line, status: 'withdrawn', ended_by: 'offer_lapsed' }]);
    expect(await myInterests()).toMatchObject([{ status: 'denied', ended_by: 'no_answer' }]);
    expect(await notificationsOf(other)).toEqual(['seat:missed']);
  });
});

describe('although no timer has run, from the deadline on both sides see', () => {
  const read = async (by: TestMember, name: string) => (await server.call(`GET /api/${name}`, by.token)).body.data;
  const counted = async (project: number) => {
    const { projects } = await read(asha, 'projects/mine');
    const { pending_requests, pending_interests } = projects.find(({ id }: { id: number }) => id === project);
    return [pending_requests, pending_interests];
  };
  const signInAgain = async (member: TestMember): Promise<TestMember> => {
    const { email, password } = member;
    return { ...member, token: (await server.call('POST /api/auth/login', null, { email, password })).body.token };
  };
  const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

  it('a join request as unanswered', async () => {
    const project = await post();
    const id = (await ask(project)).body.data.request.id;
    const ofBoth = async () => {
      const lists = [
        await read(bina, 'project-requests/mine'),
        await read(asha, `conversations/${bina.id}/requests`),
        await read(bina, `conversations/${asha.id}/requests`),
      ];
      const { my_join_request: my_request } = (await server.call(`GET /api/projects/${project}`, bina.token)).body;
      return [...lists.map(({ requests }) => requests[0]), my_request];
    };
    clock.atMs += dayMs - 1;
    for (const request of await ofBoth()) expect(request).toMatchObject({ id, status: 'pending' });
    expect(await counted(project)).toEqual([1, 0]);
    clock.atMs += 1;
    for (const request of await ofBoth()) {
      expect(request).toMatchObject({ id, status: 'withdrawn', ended_by: 'no_answer' });
      expect(request).not.toHaveProperty('creator_name');
    }
    expect(await counted(project)).toEqual([0, 0]);
    for (const list of ['incoming', `incoming?project_id=${project}`, 'mine?status=pending'])
      expect(await read(list.startsWith('mine') ? bina : asha, `project-requests/${list}`)).toMatchObject({
        requests: [],
        total: 0,
      });
    for (const [by, list] of [
      [asha, 'decided'],
      [bina, 'mine?status=withdrawn'],
    ] as const) {
      const { requests, total } = await read(by, `project-requests/${list}`);
      expect([idsOf(requests), total, requests[0].status]).toEqual([[id], 1, 'withdrawn']);
    }
  });

  it('interest as unanswered', async () => {
    const project = await post();
    const { id } = (await show(project)).body.data.connection;
    const page = async (by: TestMember) => (await server.call(`GET /api/projects/${project}`, by.token)).body;
    const ofBoth = async () => [
      (await read(bina, 'projects/connections/mine')).connections[0],
      (await read(asha, `conversations/${bina.id}/requests`)).connections[0],
      (await page(asha)).connections[0],
      (await page(bina)).my_connection,
    ];
    clock.atMs += dayMs - 1;
    for (const interest of await ofBoth()) expect(interest).toMatchObject({ id, status: 'pending' });
    expect(await counted(project)).toEqual([0, 1]);
    clock.atMs += 1;
    for (const interest of await ofBoth())
      expect(interest).toMatchObject({ id, status: 'denied', ended_by: 'no_answer' });
    expect(await counted(project)).toEqual([0, 0]);
    expect(await read(asha, 'projects/connections/incoming')).toMatchObject({ connections: [], total: 0 });
  });

  it('a seat offer as not taken, and a time on the waitlist as over', async () => {
    const project = await post({ max_members: 2 });
    const chitra = await signUp();
    const [offered, waiting] = [
      (await ask(project)).body.data.request.id,
      (await ask(project, chitra)).body.data.request.id,
    ];
    for (const id of [offered, waiting])
      expect((await server.call(`PUT /api/project-requests/${id}/line`, asha.token)).status).toBe(200);
    expect((await mine())[0]).toMatchObject({ status: 'pending', offered_until: expect.any(String) });
    expect((await mine(chitra))[0]).toMatchObject({ status: 'pending', place: 1 });
    clock.atMs += 48 * hourMs;
    expect((await mine())[0]).toMatchObject({ id: offered, status: 'withdrawn', ended_by: 'offer_lapsed' });
    expect(idsOf((await read(asha, 'project-requests/incoming')).requests)).toEqual([waiting]);
    clock.atMs += 28 * dayMs;
    const creator = await signInAgain(asha);
    expect((await mine(await signInAgain(chitra)))[0]).toMatchObject({
      id: waiting,
      status: 'withdrawn',
      ended_by: 'waitlist_lapsed',
    });
    expect((await read(creator, 'project-requests/incoming')).requests).toEqual([]);
    expect(idsOf((await read(creator, 'project-requests/decided')).requests)).toEqual([waiting, offered]);
  });

  it('an invitation as unanswered', async () => {
    const project = await post();
    await server.database.pool.query('UPDATE users SET listed = true, active_on = current_date WHERE id = $1', [
      bina.id,
    ]);
    const invited = await server.call(`POST /api/projects/${project}/invitations`, asha.token, { user_id: bina.id });
    const { id } = invited.body.data.invitation;
    const ofBoth = async () => [
      (await read(asha, 'invitations/sent')).invitations[0],
      (await read(asha, `invitations/sent?project_id=${project}`)).invitations[0],
      (await read(asha, `conversations/${bina.id}/requests`)).invitations[0],
      (await read(bina, `conversations/${asha.id}/requests`)).invitations[0],
    ];
    clock.atMs += 7 * dayMs - 1;
    for (const invitation of await ofBoth()) expect(invitation).toMatchObject({ id, status: 'pending' });
    expect(idsOf((await read(bina, 'invitations/received')).invitations)).toEqual([id]);
    expect(await read(bina, 'invitations/received?ended=yes')).toMatchObject({ invitations: [], total: 0 });
    clock.atMs += 1;
    const ended = await read(bina, 'invitations/received?ended=yes');
    expect(ended.total).toBe(1);
    for (const invitation of [...(await ofBoth()), ended.invitations[0]]) {
      expect(invitation).toMatchObject({ id, status: 'withdrawn', ended_by: 'no_answer' });
      expect(invitation).not.toHaveProperty('answer_by');
    }
    expect(await read(bina, 'invitations/received')).toMatchObject({ invitations: [], total: 0 });
    expect((await server.call(`GET /api/projects/${project}`, bina.token)).body.my_invitation ?? null).toBeNull();
  });
});

describe('the project of a creator who deletes their account', () => {
  const team = async () => {
    const project = await post();
    await accept((await ask(project)).body.data.request.id);
    const left = await server.call('DELETE /api/account', asha.token, { current_password: asha.password });
    expect(left.status).toBe(200);
    await expect.poll(offers, { timeout: 20_000 }).toHaveLength(1);
    return project;
  };
  const offers = async () => (await server.call('GET /api/projects/offers', bina.token)).body.data.offers;
  const comeBack = async () => {
    const { email, password } = asha;
    const { body } = await server.call('POST /api/auth/login', null, { email, password, come_back: true });
    return (project: number) => server.call(`GET /api/projects/${project}`, body.token);
  };

  it('belongs to its creator again if they restore the account just before the deadline', async () => {
    const project = await team();
    clock.atMs += 7 * dayMs - 1;
    const read = await comeBack();
    await expect.poll(offers, { timeout: 20_000 }).toEqual([]);
    expect((await read(project)).body.project).toMatchObject({ state: 'open' });
    expect((await read(project)).body.project.seeks_creator_until).toBeUndefined();
  });

  it('is closed if they restore the account at the deadline, and nobody can accept it', async () => {
    const project = await team();
    clock.atMs += 7 * dayMs;
    expect(await offers()).toEqual([]);
    const accepted = await server.call(`PUT /api/projects/${project}/offer/status`, bina.token, { status: 'accepted' });
    expect(accepted.body.code).toBe('OFFER_GONE');
    const read = await comeBack();
    await expect
      .poll(async () => (await read(project)).body.project, { timeout: 20_000 })
      .toMatchObject({ state: 'closed', creator_id: asha.id });
    expect(await notificationsOf(bina)).toContain('project:left');
  });
});
