import { randomUUID } from 'node:crypto';
import type { CallName } from '@sangam/shared/app/calls';
import { http } from '@sangam/shared/app/http';
import { keysOf } from '@sangam/shared/core/keys-of';
import { formTeam, joinTeam, takeSeat } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { decideOn, reportTo, signUpModerator } from '@sangam/testing/moderating';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The member's notifications. */
const itemsFor = async ({ token }: TestMember): Promise<{ kind: string; title: string }[]> =>
  (await server.call('GET /api/inbox', token)).body.data.items;
const kindsFor = async (member: TestMember): Promise<string[]> => (await itemsFor(member)).map(({ kind }) => kind);

/** Collects the ids of the members whose open pages lose the project, in order. */
const watchDeletions = async (project: number, watching: readonly TestMember[]): Promise<number[]> => {
  const gone: number[] = [];
  for (const member of watching) {
    const socket = await server.connect(member);
    await socket.emitWithAck('project:watch', { list: false, project_id: project });
    socket.on('project:deleted', ({ id }) => id === project && gone.push(member.id));
  }
  return gone;
};

const bodies: Partial<Record<CallName, object>> = {
  'PATCH /api/projects/:id': { title: 'Mine' },
  'PUT /api/projects/:id/state': { state: 'closed' },
  'PUT /api/projects/:id/offer': { user_id: 1 },
  'PUT /api/projects/:id/offer/status': { status: 'accepted' },
  'POST /api/projects/:id/invitations': { user_id: 1 },
};

it('makes a project look to everybody outside its team as if it did not exist, in every call that names it', async () => {
  const [creator, mate, outsider] = [await server.signUp(), await server.signUp(), await server.signUp()];
  const { projectId } = await formTeam(server, creator, [mate]);
  await server.database.pool.query('UPDATE projects SET hidden_at = now() WHERE id = $1', [projectId]);
  const answerOf = async (name: CallName, id: number) => {
    const call = name.replace(':id', String(id)).replace(':userId', String(mate.id));
    const { status, body } = await server.call(
      call,
      outsider.token,
      name.startsWith('GET') ? undefined : (bodies[name] ?? {}),
    );
    return [name, status, body.code];
  };
  const names = keysOf(http).filter((name) => / \/api\/projects\/:id(\/|$)/u.test(name));
  expect(names).toContain('PUT /api/projects/:id/mute');
  for (const name of names) {
    // Unmuting is allowed for anything that was ever muted.
    if (name === 'DELETE /api/projects/:id/mute') continue;
    const hidden = await answerOf(name, projectId);
    expect(hidden).toEqual([name, 404, 'PROJECT_NOT_FOUND']);
    expect(hidden).toEqual(await answerOf(name, 9_999_999));
  }
  expect((await server.call(`PUT /api/projects/${projectId}/mute`, mate.token)).status).toBe(200);
});

it('keeps a project visible to its team and ends pending requests', async () => {
  const [mod, asha, ben] = [await signUpModerator(server), await server.signUp(), await server.signUp('Ben')];
  const project = await postProject(server, ben);
  await server.call('POST /api/project-requests', asha.token, { project_id: project });
  const seen: (true | undefined)[] = [];
  const seenByTeam: (true | undefined)[] = [];
  for (const [member, list] of [
    [asha, seen],
    [ben, seenByTeam],
  ] as const) {
    const socket = await server.connect(member);
    await socket.emitWithAck('project:watch', { list: true, project_id: project });
    socket.on('project:updated', ({ hidden }) => list.push(hidden));
  }
  const gone = await watchDeletions(project, [asha, ben]);
  const id = await reportTo(server, asha, { kind: 'project', id: project });
  expect((await decideOn(server, mod, id, { decision: 'hide' })).body.data.project).toEqual({
    id: project,
    title: 'Rover',
    hidden: true,
  });
  const status = async (token: string | null) => (await server.call(`GET /api/projects/${project}`, token)).status;
  expect([await status(asha.token), await status(null), await status(ben.token)]).toEqual([404, 404, 200]);
  const own = await server.call(`GET /api/projects/${project}`, ben.token);
  expect([own.body.project.hidden, own.body.hidden_reason]).toEqual([true, 'harassment']);
  expect(await itemsFor(ben)).toContainEqual(
    expect.objectContaining({ kind: 'project:hidden', title: 'Rover. Reason: Harassment or bullying' }),
  );
  const listed = async () =>
    (await server.call('GET /api/projects', asha.token)).body.data.projects.some(
      (one: { id: number }) => one.id === project,
    );
  expect(await listed()).toBe(false);
  expect((await server.call('GET /api/projects/mine', ben.token)).body.data.projects[0].hidden).toBe(true);
  const { requests } = (await server.call('GET /api/project-requests/mine', asha.token)).body.data;
  expect(requests[0]).toMatchObject({ status: 'withdrawn', ended_by: 'project_deleted' });
  const [notification] = (await server.call('GET /api/inbox', asha.token)).body.data.items.filter(
    (item: { project_id: number | null }) => item.project_id === project,
  );
  expect(notification).toMatchObject({ kind: 'project:unavailable', title: 'Rover', link: '/work', actor: null });
  const ask = await server.call('POST /api/project-requests', asha.token, { project_id: project });
  expect(ask.body.code).toBe('PROJECT_NOT_FOUND');
  expect((await server.call(`POST /api/projects/${project}/connect`, asha.token)).status).toBe(404);

  // Everybody else sees it as deleted.
  for (const [name, body] of [
    [`PATCH /api/projects/${project}`, { title: 'Mine' }],
    [`PUT /api/projects/${project}/state`, { state: 'closed' }],
    [`PUT /api/projects/${project}/offer`, { user_id: asha.id }],
  ] as const)
    expect((await server.call(name, asha.token, body)).body.code).toBe('PROJECT_NOT_FOUND');

  const show = (by = mod) =>
    server.call(`DELETE /api/moderation/projects/${project}/hiding`, by.token, { note: 'Corrected' });
  // A moderator in its team can't show it again.
  const mate = await signUpModerator(server);
  await takeSeat(server, { projectId: project, conversationId: 0 }, mate.id);
  expect((await show(mate)).body.code).toBe('FORBIDDEN');
  expect([(await show()).status, (await show()).status]).toEqual([200, 404]);
  expect([await status(asha.token), await listed()]).toEqual([200, true]);
  // The team sees both changes at once; for everybody else the project is deleted, and reappears.
  await eventually(() => expect([seenByTeam, seen]).toEqual([[true, undefined], [undefined]]));
  expect(gone).toEqual([asha.id]);
  const kinds = await kindsFor(ben);
  expect([kinds.includes('project:shown'), kinds.includes('project:hidden')]).toEqual([true, false]);
});

it('keeps showing the former title to everybody outside its team', async () => {
  const [mod, asha, ben, chitra, dev, eka] = [
    await signUpModerator(server),
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
  ];
  const project = await postProject(server, ben);
  const id = await reportTo(server, asha, { kind: 'project', id: project });
  const ask = async (by: TestMember) =>
    (await server.call('POST /api/project-requests', by.token, { project_id: project })).body.data.request.id;
  await ask(asha);
  await server.call(`POST /api/projects/${project}/connect`, chitra.token);
  const question = { receiver_id: ben.id, content: 'When?', client_id: randomUUID(), project_id: project };
  expect((await server.call('POST /api/messages', chitra.token, question)).status).toBe(201);
  await server.call(`PUT /api/project-requests/${await ask(dev)}/status`, ben.token, { status: 'accepted' });
  await server.database.pool.query('UPDATE users SET listed = true, active_on = current_date WHERE id = $1', [eka.id]);
  const invited = await server.call(`POST /api/projects/${project}/invitations`, ben.token, { user_id: eka.id });
  expect(invited.status).toBe(201);
  await decideOn(server, mod, id, { decision: 'hide' });
  const renamed = await server.call(`PATCH /api/projects/${project}`, ben.token, { title: 'Another' });
  expect(renamed.body.data.project.title).toBe('Another');
  const data = async (by: TestMember, name: string) => (await server.call(`GET /api/${name}`, by.token)).body.data;
  const reads = async () => [
    (await data(asha, 'project-requests/mine')).requests[0].project_title,
    (await data(asha, 'conversations/requests')).conversations[0].project_title,
    (await data(chitra, 'projects/connections/mine')).connections[0].project_title,
    (await data(chitra, `messages/conversation/${ben.id}`)).messages[0].project_title,
    (await data(asha, 'dashboard/recent-activity'))[0].message.match(/“(.+)”/u)[1],
  ];
  expect(await reads()).toEqual(Array(5).fill('Rover'));
  const ofTeam = async () => [
    (await data(dev, 'project-requests/mine')).requests[0].project_title,
    (await data(ben, 'project-requests/decided')).requests[0].project_title,
    (await data(ben, 'conversations/requests')).conversations[0].project_title,
    (await data(ben, `conversations/${asha.id}/requests`)).requests[0].project_title,
    (await server.call(`GET /api/projects/${project}`, ben.token)).body.connections[0].project_title,
    (await data(ben, `conversations/${chitra.id}/requests`)).connections[0].project_title,
    (await data(ben, 'invitations/sent')).invitations[0].project_title,
    (await data(ben, `messages/conversation/${chitra.id}`)).messages[0].project_title,
    (await data(ben, 'dashboard/recent-activity'))[0].message.match(/“(.+)”/u)[1],
    (await data(dev, 'dashboard/recent-activity'))[0].message.match(/“(.+)”/u)[1],
  ];
  expect(await ofTeam()).toEqual(Array(10).fill('Another'));
  await server.call(`DELETE /api/moderation/projects/${project}/hiding`, mod.token, { note: 'Corrected' });
  expect([...(await reads()), ...(await ofTeam())]).toEqual(Array(15).fill('Another'));
});

it('outlasts a transfer', async () => {
  const [mod, asha, ben, heir] = [
    await signUpModerator(server),
    await server.signUp(),
    await server.signUp('Ben'),
    await server.signUp('Heir'),
  ];
  const project = await postProject(server, ben);
  await joinTeam(server, project, ben, heir);
  await server.call(`PUT /api/projects/${project}/offer`, ben.token, { user_id: heir.id });
  await decideOn(server, mod, await reportTo(server, asha, { kind: 'project', id: project }), { decision: 'hide' });
  const taken = await server.call(`PUT /api/projects/${project}/offer/status`, heir.token, { status: 'accepted' });
  expect([taken.status, taken.body.data.project]).toMatchObject([200, { creator_id: heir.id, hidden: true }]);
  for (const token of [asha.token, null])
    expect((await server.call(`GET /api/projects/${project}`, token)).status).toBe(404);
  const own = await server.call(`GET /api/projects/${project}`, heir.token);
  expect([own.body.project.hidden, own.body.hidden_reason]).toEqual([true, 'harassment']);
  // The reason is for the creator alone.
  const mates = await server.call(`GET /api/projects/${project}`, ben.token);
  expect([mates.status, mates.body.project.hidden, mates.body.hidden_reason]).toEqual([200, true, undefined]);
});

it('outlasts the suspension of the creator', async () => {
  const [mod, asha, ben] = [await signUpModerator(server), await server.signUp(), await server.signUp('Ben')];
  const project = await postProject(server, ben);
  const [ofProject, ofBen] = [
    await reportTo(server, asha, { kind: 'project', id: project }),
    await reportTo(server, asha, { kind: 'member', id: ben.id }),
  ];
  await decideOn(server, mod, ofBen, { decision: 'suspend' });
  expect((await decideOn(server, mod, ofProject, { decision: 'hide' })).status).toBe(200);
  const lift = `DELETE /api/moderation/members/${ben.id}/suspension`;
  expect((await server.call(lift, mod.token, { note: 'Enough' })).status).toBe(200);
  expect((await server.call(`GET /api/projects/${project}`, asha.token)).status).toBe(404);
  const { email, password } = ben;
  const { token } = (await server.call('POST /api/auth/login', null, { email, password })).body;
  expect((await server.call(`GET /api/projects/${project}`, token)).body.hidden_reason).toBe('harassment');
});

it('notifies the current creator', async () => {
  const [mod, asha, ben, heir] = [
    await signUpModerator(server),
    await server.signUp(),
    await server.signUp('Ben'),
    await server.signUp('Heir'),
  ];
  const project = await postProject(server, ben);
  const id = await reportTo(server, asha, { kind: 'project', id: project });
  await joinTeam(server, project, ben, heir);
  await server.call(`PUT /api/projects/${project}/offer`, ben.token, { user_id: heir.id });
  await server.call(`PUT /api/projects/${project}/offer/status`, heir.token, { status: 'accepted' });
  const words = 'Please remove the phone number.';
  await decideOn(server, mod, id, { decision: 'hide', words });
  expect(await kindsFor(heir)).toContain('project:hidden');
  expect(await kindsFor(ben)).not.toContain('project:hidden');
  expect((await server.call(`GET /api/projects/${project}`, heir.token)).body.hidden_words).toBe(words);
  const activityOf = async ({ token }: TestMember) =>
    (await server.call('GET /api/account/activity', token)).body.data.entries
      .filter(({ kind }: { kind: string }) => kind === 'project:hidden')
      .map(({ details }: { details: { words?: string } }) => details.words);
  expect([await activityOf(heir), await activityOf(ben)]).toEqual([[words], []]);
});

it("shows the moderator’s message on the project's page, to its creator alone", async () => {
  const [mod, asha, ben] = [await signUpModerator(server), await server.signUp(), await server.signUp('Ben')];
  const project = await postProject(server, ben);
  const id = await reportTo(server, asha, { kind: 'project', id: project });
  await decideOn(server, mod, id, { decision: 'hide', words: 'Please remove the phone number.' });
  const page = async (by: TestMember) => (await server.call(`GET /api/projects/${project}`, by.token)).body;
  expect(await page(ben)).toMatchObject({
    hidden_reason: 'harassment',
    hidden_words: 'Please remove the phone number.',
  });
  const mate = await server.signUp();
  await takeSeat(server, { projectId: project, conversationId: 0 }, mate.id);
  expect(await page(mate)).not.toHaveProperty('hidden_words');
  const [entry] = (await server.call('GET /api/account/activity', ben.token)).body.data.entries;
  expect(entry).toMatchObject({ kind: 'project:hidden', details: { words: 'Please remove the phone number.' } });
});

it('notifies the team without the reason, and again when the project is visible again', async () => {
  const [mod, asha, ben, mate, leaver] = [
    await signUpModerator(server),
    await server.signUp(),
    await server.signUp('Ben'),
    await server.signUp(),
    await server.signUp(),
  ];
  const { projectId } = await formTeam(server, ben, [mate, leaver]);
  const ofHiding = async (member: TestMember) =>
    (await itemsFor(member)).filter(({ kind }) => /^team:/u.test(kind)).map(({ kind, title }) => [kind, title]);
  const id = await reportTo(server, asha, { kind: 'project', id: projectId });
  await decideOn(server, mod, id, { decision: 'hide', words: 'Between us' });
  expect([await ofHiding(mate), await ofHiding(ben)]).toEqual([[['team:hidden', 'Rover']], []]);
  await server.call(`DELETE /api/projects/${projectId}/members/me`, leaver.token);
  expect(await ofHiding(leaver)).toEqual([]);
  await server.call(`DELETE /api/moderation/projects/${projectId}/hiding`, mod.token, { note: 'Corrected' });
  expect([await ofHiding(mate), await ofHiding(ben), await ofHiding(leaver)]).toEqual([
    [['team:shown', 'Rover']],
    [],
    [],
  ]);
});

it('notifies the team of a suspended creator in the same words', async () => {
  const [mod, asha, ben, mate] = [
    await signUpModerator(server),
    await server.signUp(),
    await server.signUp('Ben'),
    await server.signUp(),
  ];
  const { projectId } = await formTeam(server, ben, [mate]);
  const ofProject = async () =>
    (await itemsFor(mate)).filter(({ kind }) => /^team:/u.test(kind)).map(({ kind, title }) => [kind, title]);
  const id = await reportTo(server, asha, { kind: 'member', id: ben.id });
  await decideOn(server, mod, id, { decision: 'suspend' });
  expect(await ofProject()).toEqual([['team:hidden', 'Rover']]);
  await server.call(`DELETE /api/moderation/members/${ben.id}/suspension`, mod.token, { note: 'Enough' });
  expect(await ofProject()).toEqual([['team:shown', 'Rover']]);
  expect((await server.call(`GET /api/projects/${projectId}`, asha.token)).status).toBe(200);
});

it('marks the project as hidden in its members’ accepted requests, and in nobody else’s', async () => {
  const [mod, asha, ben, mate, loser] = [
    await signUpModerator(server),
    await server.signUp(),
    await server.signUp('Ben'),
    await server.signUp(),
    await server.signUp(),
  ];
  const { projectId } = await formTeam(server, ben, [mate]);
  const requested = await server.call('POST /api/project-requests', loser.token, { project_id: projectId });
  const of = async ({ token }: TestMember) =>
    (await server.call('GET /api/project-requests/mine', token)).body.data.requests[0].project_hidden;
  const versionOf = async ({ token }: TestMember) =>
    (await server.call('GET /api/refresh', token)).body.data.my_requests.version;
  expect(requested.status).toBe(201);
  const before = await versionOf(mate);
  const id = await reportTo(server, asha, { kind: 'project', id: projectId });
  await decideOn(server, mod, id, { decision: 'hide' });
  expect([await of(mate), await of(loser)]).toEqual([true, undefined]);
  expect(await versionOf(mate)).not.toBe(before);
  await server.call(`DELETE /api/moderation/projects/${projectId}/hiding`, mod.token, { note: 'Corrected' });
  expect([await of(mate), await of(loser)]).toEqual([undefined, undefined]);
});
