import { hourMs } from '@sangam/shared/core/limits';
import type { Project } from '@sangam/shared/projects/projects';
import type { JoinRequest, JoinRequestDecision } from '@sangam/shared/requests/join-requests';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { eventually } from '@sangam/testing/eventually';
import { postProject } from '@sangam/testing/post-project';
import { asha, bina, chitra, server, stageForFile } from '@sangam/testing/stage';
import type { TestMember } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

stageForFile(['Asha', 'Bina', 'Chitra']);

const project = (max_members = 5): Promise<number> => postProject(server, asha, { title: 'Rover "X"', max_members });
const ask = (member: TestMember, project_id: number, message?: string) =>
  server.call('POST /api/project-requests', member.token, { project_id, message });
const askFor = async (member: TestMember, project_id: number): Promise<number> =>
  (await ask(member, project_id)).body.data.request.id;
const decide = (member: TestMember, id: number, status: unknown, why: object = {}) =>
  server.call(`PUT /api/project-requests/${id}/status`, member.token, { status, ...why });
const list = async (member: TestMember, which: 'incoming' | 'mine', query = ''): Promise<JoinRequest[]> =>
  (await server.call(`GET /api/project-requests/${which}${query}`, member.token)).body.data.requests;

describe('POST /api/project-requests', () => {
  it('reaches the creator live, in the same form as the list of incoming requests', async () => {
    const profile = { name: 'Bina', college: 'IIT', skills: ['Go', 'SQL'] };
    await server.call('PUT /api/users/profile', bina.token, profile);
    const id = await project();
    const [ashaSocket, binaSocket] = await Promise.all([server.connect(asha), server.connect(bina)]);
    const received: JoinRequest[] = [];
    ashaSocket.on('join-request:created', (request) => received.push(request));
    binaSocket.on('join-request:created', () => expect.unreachable());
    const { status, body } = await ask(bina, id, '  I build\r\nrovers. ');
    expect(status).toBe(201);
    expect(body).toMatchObject({ success: true, message: 'Join request sent successfully!' });
    expect(body.data.request).toMatchObject({
      project_id: id,
      project_title: 'Rover "X"',
      user_id: bina.id,
      user_name: 'Bina',
      user_skills: ['Go', 'SQL'],
      message: 'I build\nrovers.',
      status: 'pending',
    });
    await eventually(() => expect(received).toEqual([body.data.request]));
    expect((await list(asha, 'incoming'))[0]).toEqual(received[0]);
    expect((await list(bina, 'mine'))[0]).toEqual(received[0]);
  });

  it('names the creator to the applicant until it has ended', async () => {
    const dev = await server.signUp('Dev');
    const request = await askFor(dev, await project());
    expect(await list(dev, 'mine')).toMatchObject([{ creator_id: asha.id, creator_name: 'Asha' }]);
    await decide(asha, request, 'rejected');
    expect((await list(dev, 'mine')).map((own) => own.creator_name)).toEqual([undefined]);
  });

  it('stores a greeting with the project’s title if there is no message', async () => {
    const greeting = `Hi! I'm interested in joining your project "Rover "X"". I'd love to collaborate with you!`;
    for (const message of [undefined, '', ' \u200b\n'])
      expect((await ask(bina, await project(), message)).body.data.request.message).toBe(greeting);
  });

  it('refuses the member’s own project, an unknown project, a second request, a member of the team, and a full project', async () => {
    const id = await project(2);
    expect(await ask(asha, id)).toMatchObject({ status: 403, body: { code: 'OWN_PROJECT' } });
    expect(await ask(bina, 999_999)).toMatchObject({ status: 404, body: { code: 'PROJECT_NOT_FOUND' } });
    const request = await askFor(bina, id);
    expect(await ask(bina, id)).toMatchObject({ status: 409, body: { code: 'ALREADY_REQUESTED' } });
    await decide(asha, request, 'accepted');
    expect(await ask(bina, id)).toMatchObject({ status: 409, body: { code: 'ALREADY_MEMBER' } });
    expect(await ask(chitra, id)).toMatchObject({ status: 409, body: { code: 'PROJECT_FULL' } });
    expect((await list(chitra, 'mine')).filter((mine) => mine.project_id === id)).toEqual([]);
    const long = await ask(chitra, await project(), 'x'.repeat(1_001));
    expect(long).toMatchObject({ status: 400, body: { errors: [{ field: 'message' }] } });
  });
});

describe('PUT /api/project-requests/:id/status', () => {
  it('accepts: takes a seat, notifies both sides, and changes the list and the page', async () => {
    const id = await project(2);
    const request = await askFor(bina, id);
    const sockets = await Promise.all([server.connect(asha), server.connect(bina)]);
    const decisions: JoinRequestDecision[] = [];
    const updates: Project[] = [];
    for (const socket of sockets) socket.on('join-request:decided', (decision) => decisions.push(decision));
    const [, his] = sockets;
    his.on('project:updated', (changed) => updates.push(changed));
    await new Promise((resolve) => his.emit('project:watch', { list: false, project_id: id }, resolve));

    const { status, body } = await decide(asha, request, 'accepted');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ request: { id: request, status: 'accepted' }, current_members: 2 });
    const decision = {
      id: request,
      project_id: id,
      project_title: 'Rover "X"',
      status: 'accepted',
      current_members: 2,
    };
    await eventually(() => expect(decisions).toEqual([decision, decision]));
    await eventually(() => expect(updates).toMatchObject([{ id, current_members: 2, member_count: 2 }]));
    expect((await list(asha, 'incoming')).map((one) => one.id)).not.toContain(request);
    expect((await list(bina, 'mine'))[0]).toMatchObject({ id: request, status: 'accepted' });
    const page = (await server.call(`GET /api/projects/${id}`, bina.token)).body;
    expect(page).toMatchObject({ is_member: true, my_join_request: { status: 'accepted' } });
    expect(page.team.map((one: { id: number }) => one.id)).toEqual([asha.id, bina.id]);
  });

  it('lets only the creator decide, once', async () => {
    const request = await askFor(bina, await project());
    expect(await decide(bina, request, 'accepted')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await decide(chitra, request, 'rejected')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await decide(asha, 999_999, 'accepted')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    for (const wrong of ['pending', 'withdrawn', 'ACCEPTED', ['accepted'], null, undefined])
      expect((await decide(asha, request, wrong)).status).toBe(400);
    expect((await decide(asha, request, 'rejected')).body.data.current_members).toBe(1);
    for (const repeated of ['accepted', 'rejected'])
      expect(await decide(asha, request, repeated)).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
  });

  it('keeps a request pending if no seat is left, until a member leaves', async () => {
    const id = await project(2);
    const [first, second] = [await askFor(bina, id), await askFor(chitra, id)];
    await decide(asha, first, 'accepted');
    expect(await decide(asha, second, 'accepted')).toMatchObject({ status: 409, body: { code: 'PROJECT_FULL' } });
    expect((await list(asha, 'incoming'))[0]).toMatchObject({ id: second, status: 'pending' });
    await server.call(`DELETE /api/projects/${id}/members/me`, bina.token);
    expect((await decide(asha, second, 'accepted')).body.data.current_members).toBe(2);
    expect(await ask(await server.signUp(), id)).toMatchObject({ status: 409, body: { code: 'PROJECT_FULL' } });
  });

  it('lets a member ask again 7 days after a rejection or after leaving', async () => {
    const id = await project();
    const first = await askFor(bina, id);
    await decide(asha, first, 'rejected');
    const { ask_again_at: until } = (await list(bina, 'mine'))[0] ?? {};
    expect(await ask(bina, id)).toMatchObject({ status: 409, body: { code: 'ASK_AGAIN_LATER', until } });
    expect((await ask(bina, await project())).status).toBe(201);
    expect((await ask(chitra, id)).status).toBe(201);
    const decidedEarlier = (ms: number) =>
      sql`UPDATE join_requests SET decided_at = decided_at - ${ms} * interval '1 ms' WHERE id = ${first}`.execute(
        server.database.db,
      );
    await decidedEarlier(requestServerLimits.askAgainAfterMs - hourMs);
    const remainingMs = Date.parse((await ask(bina, id)).body.until) - Date.parse(until ?? '');
    expect(remainingMs).toBe(hourMs - requestServerLimits.askAgainAfterMs);
    await decidedEarlier(hourMs);
    await decide(asha, await askFor(bina, id), 'accepted');
    await server.call(`DELETE /api/projects/${id}/members/me`, bina.token);
    expect((await list(bina, 'mine')).map((request: { status: string }) => request.status)).toEqual(
      expect.arrayContaining(['withdrawn', 'rejected']),
    );
    const page = await server.call(`GET /api/projects/${id}`, bina.token);
    expect(page.body).toMatchObject({ is_member: false, my_join_request: { status: 'withdrawn' } });
    expect(await ask(bina, id)).toMatchObject({ status: 409, body: { code: 'ASK_AGAIN_LATER' } });
  });
});

describe('a rejected request', () => {
  it('shows the reason to the applicant, live, on the page and in the lists, if there is one', async () => {
    const id = await project();
    const request = await askFor(bina, id);
    const binaSocket = await server.connect(bina);
    const received: JoinRequestDecision[] = [];
    binaSocket.on('join-request:decided', (decision) => received.push(decision));
    const storedReason = { decline_reason: 'other_skills', end_word: 'Try again\nwith Go' };
    const rejection = { reason: 'other_skills', word: ' Try again\r\nwith Go ' };
    const { body } = await decide(asha, request, 'rejected', rejection);
    expect(body.data.request).toMatchObject({ status: 'rejected', ...storedReason });
    const { ask_again_at } = body.data.request;
    await eventually(() =>
      expect(received).toMatchObject([{ id: request, status: 'rejected', ...storedReason, ask_again_at }]),
    );
    expect((await list(bina, 'mine'))[0]).toEqual(body.data.request);
    const page = (await server.call(`GET /api/projects/${id}`, bina.token)).body;
    expect(page.my_join_request).toMatchObject({ id: request, status: 'rejected', ...storedReason, ask_again_at });
    expect((await server.call(`GET /api/projects/${id}`, chitra.token)).body.my_join_request).toBeNull();
    const listed = (await server.call('GET /api/projects?limit=1', bina.token)).body.data.my_join_requests;
    expect(listed).toMatchObject([{ id: request, status: 'rejected', ask_again_at }]);

    const silent = await decide(asha, await askFor(chitra, id), 'rejected', { word: ' \n' });
    expect(Object.keys(silent.body.data.request)).not.toContain('decline_reason');
    expect(Object.keys(silent.body.data.request)).not.toContain('end_word');
  });

  it('accepts a known reason and a message of up to 200 characters, only with a rejection', async () => {
    const request = await askFor(bina, await project());
    for (const wrong of [{ reason: 'too_late' }, { word: 'x'.repeat(201) }, { word: 7 }, { why: 'no' }])
      expect((await decide(asha, request, 'rejected', wrong)).status).toBe(400);
    const accepted = await decide(asha, request, 'accepted', { reason: 'has_begun' });
    expect(accepted).toMatchObject({ status: 400, body: { errors: [{ field: 'reason' }] } });
    expect(await decide(bina, request, 'rejected', { reason: 'has_begun' })).toMatchObject({ status: 403 });
    expect((await decide(asha, request, 'rejected', { word: '👍'.repeat(200) })).status).toBe(200);
  });
});

describe('GET /api/project-requests/incoming and /mine', () => {
  it('lists each member’s own requests in pages, newest first', async () => {
    const dev = await server.signUp('Dev');
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await askFor(dev, await project()));
    for (const [member, which] of [
      [dev, 'mine'],
      [asha, 'incoming'],
    ] as const) {
      const seen = await list(member, which, '?limit=2');
      seen.push(...(await list(member, which, `?limit=3&before=${seen.at(-1)?.id}`)));
      expect(seen.map((request) => request.id)).toEqual(ids);
    }
    expect(await list(dev, 'incoming')).toEqual([]);
    // The total covers all pages, on every page and after the last.
    for (const [query, has_more] of [
      ['?limit=2', true],
      [`?limit=2&before=${ids[2]}`, false],
      [`?before=${ids[4]}`, false],
    ] as const) {
      const { data } = (await server.call(`GET /api/project-requests/mine${query}`, dev.token)).body;
      expect(data).toMatchObject({ has_more, total: 5 });
    }
    const before = (await server.call('GET /api/project-requests/incoming?limit=1', asha.token)).body.data.total;
    await decide(asha, ids[0] ?? 0, 'rejected');
    const after = (await server.call('GET /api/project-requests/incoming?limit=1', asha.token)).body.data.total;
    expect(before - after).toBe(1);
    const page = await server.call('GET /api/project-requests/mine?limit=5', dev.token);
    expect(page.body.data.has_more).toBe(false);
    expect((await server.call('GET /api/project-requests/mine?limit=4', dev.token)).body.data.has_more).toBe(true);
  });
});

describe('the lists of My work', () => {
  it('show the number of pending requests for each own project, and list them by project or state', async () => {
    const dev = await server.signUp('Dev');
    const own = (title: string): Promise<number> => postProject(server, dev, { title });
    const [one, two] = [await own('One'), await own('Two')];
    const first = await askFor(bina, one);
    const second = await askFor(bina, two);
    const third = await askFor(chitra, two);
    await server.call(`POST /api/projects/${two}/connect`, chitra.token);
    await decide(dev, second, 'accepted');
    const get = async (path: string, member = dev) => (await server.call(`GET ${path}`, member.token)).body.data;

    expect(await get('/api/projects/mine')).toMatchObject({
      projects: [
        { id: two, current_members: 2, pending_requests: 1, pending_interests: 1 },
        { id: one, pending_requests: 1, pending_interests: 0 },
      ],
      has_more: false,
      total: 2,
    });
    expect(await get(`/api/projects/mine?limit=1&before=${two}`)).toMatchObject({ projects: [{ id: one }], total: 2 });
    expect(await get('/api/projects/mine', await server.signUp())).toEqual({ projects: [], has_more: false, total: 0 });

    expect(await get(`/api/project-requests/incoming?project_id=${two}`)).toMatchObject({
      requests: [{ id: third }],
      total: 1,
    });
    expect(await get(`/api/projects/connections/incoming?project_id=${one}`)).toMatchObject({ total: 0 });
    // Another member's project lists nothing.
    expect(await get(`/api/project-requests/incoming?project_id=${two}`, bina)).toMatchObject({
      requests: [],
      total: 0,
    });

    const accepted = await get('/api/project-requests/mine?status=accepted&limit=1', bina);
    expect(accepted).toMatchObject({ requests: [{ id: second, status: 'accepted' }] });
    const pending = await get('/api/project-requests/mine?status=pending', bina);
    expect(pending.requests.map(({ id }: { id: number }) => id)).toContain(first);
    expect(pending.requests.map(({ id }: { id: number }) => id)).not.toContain(second);
    expect((await server.call('GET /api/project-requests/mine?status=new', bina.token)).status).toBe(400);

    const interest = await get('/api/projects/connections/mine', chitra);
    expect(interest).toMatchObject({
      connections: [{ project_id: two, status: 'pending' }],
      has_more: false,
      total: 1,
    });
    expect(JSON.stringify(interest)).not.toContain('@');
  });
});
