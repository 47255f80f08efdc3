import { randomUUID } from 'node:crypto';
import { formTeam, sayInTeam } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { decideOn, type ReportBody, reportTo, signUpModerator } from '@sangam/testing/moderating';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const query = (text: string, values: unknown[]) => server.database.pool.query(text, values);
const moderator = () => signUpModerator(server);
const report = (by: TestMember, body: ReportBody) => reportTo(server, by, body);
const decide = (by: TestMember, id: number, decision: string, body?: object) =>
  decideOn(server, by, id, { decision, ...body });
const caseOf = async (by: TestMember, id: number) =>
  (await server.call(`GET /api/moderation/reports/${id}`, by.token)).body.data;
const createProject = async (by: TestMember): Promise<number> => {
  const body = { title: 'Rover', description: 'On Mars', category: 'other' };
  return (await server.call('POST /api/projects', by.token, body)).body.data.project.id;
};
const inboxOf = async ({ token }: TestMember) =>
  (await server.call('GET /api/inbox', token)).body.data.items.map(({ kind, title }: Record<string, string>) => [
    kind,
    title,
  ]);
const auditOf = async (memberId: number) =>
  (await query('SELECT * FROM audit_entries WHERE member_id = $1 ORDER BY id DESC', [memberId])).rows;
const login = ({ email, password }: TestMember) => server.call('POST /api/auth/login', null, { email, password });
/** The members, in the order in which their open pages lose the project. */
const watchDeletions = async (project: number, watching: readonly TestMember[]): Promise<number[]> => {
  const gone: number[] = [];
  for (const member of watching) {
    const socket = await server.connect(member);
    await socket.emitWithAck('project:watch', { list: false, project_id: project });
    socket.on('project:deleted', ({ id }) => id === project && gone.push(member.id));
  }
  return gone;
};
/** A moderator, a reporter, and a reported member. */
const scene = async () => {
  const [mod, asha, ben] = [await moderator(), await server.signUp('Asha'), await server.signUp('Ben')];
  return { mod, asha, ben, id: await report(asha, { kind: 'member', id: ben.id, words: 'Rude' }) };
};

describe('the queue', () => {
  it('lists each subject once, oldest first, with its number of reports; decided ones are separate', async () => {
    const { id: before } = await scene();
    const { mod, ben, asha, id } = await scene();
    const carl = await server.signUp();
    await report(carl, { kind: 'member', id: ben.id });
    const later = await report(carl, { kind: 'member', id: asha.id });
    const { reports, open } = (await server.call(`GET /api/moderation/reports?after=${before}`, mod.token)).body.data;
    expect(reports.map((line: Record<string, unknown>) => [line.id, line.reports])).toEqual([
      [id, 2],
      [later, 1],
    ]);
    expect(open).toBeGreaterThanOrEqual(2);
    const page = `GET /api/moderation/reports?after=${before}&limit=1`;
    expect((await server.call(page, mod.token)).body.data).toMatchObject({ reports: [{ id }], has_more: true });
    await decide(mod, id, 'dismiss');
    const decided = (await server.call('GET /api/moderation/reports?state=decided', mod.token)).body.data.reports;
    expect(decided.map((line: { id: number }) => line.id)).toContain(id);
  });

  it('records each opening of a report, for nobody but the audit trail', async () => {
    const { mod, ben, asha, id } = await scene();
    await caseOf(mod, id);
    await server.call(`GET /api/moderation/reports/${id}`, asha.token);
    expect(await auditOf(ben.id)).toMatchObject([
      { kind: 'report:read', actor_id: mod.id, details: { report_id: id } },
      { kind: 'session:begun' },
    ]);
    const { entries } = (await server.call('GET /api/account/activity', ben.token)).body.data;
    expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual(['session:begun']);
  });

  it('is for moderators only', async () => {
    const { asha, id } = await scene();
    expect(await server.call('GET /api/moderation/reports', asha.token)).toMatchObject({ status: 403 });
    expect(await server.call('GET /api/moderation/reports/999999', asha.token)).toMatchObject({
      body: { code: 'FORBIDDEN' },
    });
    expect(await decide(asha, id, 'dismiss')).toMatchObject({ status: 403 });
  });
});

describe('a report', () => {
  it('shows the messages and the history of both sides', async () => {
    const { mod, asha, ben, id } = await scene();
    await decide(mod, id, 'warn', { note: 'First time' });
    const again = await report(asha, { kind: 'member', id: ben.id });
    const { reports, histories, may_decide, decided } = await caseOf(mod, again);
    expect(reports).toMatchObject([{ id: again, reporter: { name: 'Asha' }, evidence: { member: { name: 'Ben' } } }]);
    expect(histories[0]).toMatchObject({
      ...{ member: { name: 'Ben' }, suspended: false, by: [] },
      about: [{ id, decision: 'warn' }],
      acts: [{ kind: 'member:warned', by: 'Mod', note: 'First time', reason: 'harassment' }],
    });
    expect(histories[1]).toMatchObject({ member: { name: 'Asha' }, by: [{ id, decision: 'warn' }] });
    expect([may_decide, decided]).toEqual([true, null]);
  });

  it('shows the reported messages, and those around them in steps that are recorded', async () => {
    const [mod, asha, ben] = [await moderator(), await server.signUp('Asha'), await server.signUp('Ben')];
    const write = (from: TestMember, to: TestMember, content: string) =>
      server.call('POST /api/messages', from.token, { receiver_id: to.id, content });
    for (let n = 1; n <= 80; n += 1) await write(n % 2 === 0 ? ben : asha, n % 2 === 0 ? asha : ben, `said ${n}`);
    const id = await report(asha, { kind: 'message', id: ben.id, seqs: [70, 66] });
    const client_id = crypto.randomUUID();
    await server.call(`DELETE /api/messages/conversation/${asha.id}/68`, ben.token, { client_id });
    const { evidence } = (await caseOf(mod, id)).reports[0];
    expect(evidence.messages.map(({ content }: { content: string }) => content)).toEqual(['said 66', 'said 70']);

    const look = async (query: string, by = mod) =>
      (await server.call(`GET /api/moderation/reports/${id}/context?${query}`, by.token)).body;
    const between = (await look('after=66')).data;
    expect(between.messages.map(({ seq }: { seq: number }) => seq)).toEqual([67, 68, 69, 70, 71, 72, 73, 74, 75, 76]);
    expect([between.messages[1].content, between.has_more]).toEqual(['said 68', true]);
    let before = 66;
    let steps = 0;
    for (let more = true; more; steps += 1) {
      const { messages, has_more } = (await look(`before=${before}`)).data;
      before = messages[0].seq;
      more = has_more;
    }
    expect([before, steps]).toEqual([16, 5]);
    expect((await look(`before=${before}`)).data).toEqual({ messages: [], has_more: false });
    expect((await look('before=5')).data.messages).toEqual([]);
    const looks = (await auditOf(ben.id)).filter(({ kind }) => kind === 'report:context');
    expect(looks.map(({ actor_id }) => actor_id)).toEqual(Array.from({ length: 6 }, () => mod.id));
    expect(looks.at(-1)?.details).toEqual({ report_id: id, from: 67, to: 76 });

    // Of what lies between two reported messages, only what is near one of them.
    const seqsOf = async (query: string, of: number) => {
      const path = `GET /api/moderation/reports/${of}/context?${query}`;
      return (await server.call(path, mod.token)).body.data.messages.map(({ seq }: { seq: number }) => seq);
    };
    for (let n = 81; n <= 180; n += 1) await write(n % 2 === 0 ? ben : asha, n % 2 === 0 ? asha : ben, `said ${n}`);
    const far = await report(asha, { kind: 'message', id: ben.id, seqs: [10, 176] });
    expect(await seqsOf('after=55', far)).toEqual([56, 57, 58, 59, 60]);
    expect(await seqsOf('after=60', far)).toEqual([]);
    expect(await seqsOf('before=128', far)).toEqual([126, 127]);
    expect(await seqsOf('after=100', far)).toEqual([]);

    expect([(await look('')).code, (await look('after=1&before=9')).code]).toEqual(['INVALID', 'INVALID']);
    await query('INSERT INTO moderators (user_id, by_setting) VALUES ($1, false)', [asha.id]);
    expect((await look('after=66', asha)).code).toBe('FORBIDDEN');
    // Nobody else could use the name of a moderator.
    await query('DELETE FROM moderators WHERE user_id = $1', [asha.id]);
    const other = await report(asha, { kind: 'member', id: ben.id });
    expect((await server.call(`GET /api/moderation/reports/${other}/context?after=1`, mod.token)).status).toBe(404);
  });

  it('is decided by no moderator who is suspended in the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [one, two] = [await moderator(), await moderator()];
      const witness = await server.signUp();
      const ids = [
        await report(witness, { kind: 'member', id: one.id }),
        await report(witness, { kind: 'member', id: two.id }),
      ];
      const answers = await Promise.all([
        decide(two, ids[0] ?? 0, 'suspend', { reason: 'spam' }),
        decide(one, ids[1] ?? 0, 'suspend', { reason: 'spam' }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    }
  });

  it('is decided by one of two moderators; the other gets REPORT_DECIDED', async () => {
    const { mod, id } = await scene();
    const other = await moderator();
    const answers = await Promise.all([decide(mod, id, 'dismiss'), decide(other, id, 'warn')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('REPORT_DECIDED');
  });

  it('is not decided by its reporter or the reported member', async () => {
    const { mod, asha, ben } = await scene();
    const about = await report(asha, { kind: 'member', id: mod.id });
    const own = await report(mod, { kind: 'member', id: ben.id });
    expect((await caseOf(mod, own)).may_decide).toBe(false);
    for (const id of [about, own])
      expect(await decide(mod, id, 'dismiss')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    // They don't read who reported them, in a history neither.
    const carl = await server.signUp();
    const histories = async (reader: TestMember, id: number) => (await caseOf(reader, id)).histories;
    const byAsha = async (reader: TestMember) =>
      (await histories(reader, await report(carl, { kind: 'member', id: asha.id })))[0].by.length;
    expect([await byAsha(mod), await byAsha(await moderator())]).toEqual([1, 2]);
    // Nor what moderators decided about them.
    expect((await histories(mod, own)).map(({ member }: { member: { id: number } }) => member.id)).not.toContain(
      mod.id,
    );
    expect((await server.call(`GET /api/moderation/reports/${about}`, mod.token)).body).toMatchObject({
      code: 'FORBIDDEN',
      message: 'You are part of this report. Another moderator has to read it.',
    });
  });

  it('is neither read nor decided by the creator of now of the reported project, or a further reported sender', async () => {
    const { asha, ben } = await scene();
    const mod = await moderator();
    const { projectId, conversationId } = await formTeam(server, ben, [asha, mod]);
    await sayInTeam(server, conversationId, [
      [ben, 'One'],
      [mod, 'Two'],
    ]);
    const ofMessages = await report(asha, { kind: 'message', conversation_id: conversationId, seq: 1, seqs: [2] });
    const ofProject = await report(asha, { kind: 'project', id: projectId });
    expect((await caseOf(await moderator(), ofMessages)).reports[0].evidence.messages).toHaveLength(2);
    expect((await caseOf(mod, ofProject)).may_decide).toBe(true);
    await server.call(`PUT /api/projects/${projectId}/offer`, ben.token, { user_id: mod.id });
    await server.call(`PUT /api/projects/${projectId}/offer/status`, mod.token, { status: 'accepted' });
    for (const id of [ofMessages, ofProject]) {
      expect((await server.call(`GET /api/moderation/reports/${id}`, mod.token)).status).toBe(403);
      expect((await decide(mod, id, 'dismiss')).status).toBe(403);
    }
  });

  it('needs a note and a decision that fits', async () => {
    const { mod, id } = await scene();
    expect(await decide(mod, id, 'dismiss', { note: '  ' })).toMatchObject({
      body: { errors: [{ field: 'note', message: 'Please write a short note.' }] },
    });
    expect((await decide(mod, id, 'hide')).status).toBe(400);
    expect((await caseOf(mod, id)).decided).toBe(null);
  });
});

describe('a report on a message', () => {
  it('names the team in whose conversation it is, and none for a direct one', async () => {
    const [mod, asha, ben] = [await moderator(), await server.signUp('Asha'), await server.signUp('Ben')];
    const { projectId, conversationId: conversation_id } = await formTeam(server, asha, [ben]);
    await sayInTeam(server, conversation_id, [[ben, 'Buy now']]);
    await server.call('POST /api/messages', ben.token, { receiver_id: asha.id, content: 'Buy now' });
    const inTeam = await report(asha, { kind: 'message', conversation_id, seq: 1 });
    const direct = await report(asha, { kind: 'message', id: ben.id, seq: 1 });
    expect((await caseOf(mod, inTeam)).team).toEqual({ id: projectId, title: 'Rover' });
    expect(await caseOf(mod, direct)).not.toHaveProperty('team');
    const { reports } = (await server.call(`GET /api/moderation/reports?after=${inTeam - 1}`, mod.token)).body.data;
    expect(reports.map(({ title }: { title: string | null }) => title)).toEqual(['Rover', null]);
    for (const id of [inTeam, direct]) await decide(mod, id, 'dismiss');
    const reviews = (await inboxOf(asha)).filter(([kind]: string[]) => kind === 'report:reviewed');
    const about = 'A moderator reviewed your report about a message from Ben';
    expect(reviews.map(([, title]: string[]) => title)).toEqual([about, `${about} in Rover`]);
  });
});

describe('a decision', () => {
  it('to dismiss notifies the reporter of the review, and the other side of nothing', async () => {
    const { mod, asha, ben, id } = await scene();
    await createProject(ben);
    expect((await decide(mod, id, 'dismiss')).body.data.decided).toMatchObject({ decision: 'dismiss', by: 'Mod' });
    expect(await inboxOf(asha)).toEqual([['report:reviewed', 'A moderator reviewed your report about Ben’s profile']]);
    expect(await inboxOf(ben)).toEqual([]);
    expect((await auditOf(ben.id))[0]).toMatchObject({ kind: 'report:dismissed', actor_id: mod.id });
    const { entries } = (await server.call('GET /api/account/activity', ben.token)).body.data;
    expect(entries).toHaveLength(1);
  });

  it('to warn notifies the member of the reason without naming the moderator', async () => {
    const { mod, ben, id } = await scene();
    await decide(mod, id, 'warn', { note: 'Between us' });
    expect(await inboxOf(ben)).toEqual([['account:warned', 'A moderator warned you: Harassment or bullying']]);
    const { body } = await server.call('GET /api/account/activity', ben.token);
    const [warning] = (await server.call('GET /api/inbox', ben.token)).body.data.items;
    expect(warning.link).toBe(`/settings/account#activity-${body.data.entries[0].id}`);
    expect(body.data.entries[0]).toMatchObject({
      ...{ kind: 'member:warned', by_other: true, device: null, network: null },
      details: { reason: 'harassment' },
    });
    expect(JSON.stringify(body)).not.toMatch(/Between us|"Mod"/u);
  });

  it('to hide a project leaves it to its team and ends pending requests', async () => {
    const [mod, asha, ben] = [await moderator(), await server.signUp(), await server.signUp('Ben')];
    const project = await createProject(ben);
    await server.call('POST /api/project-requests', asha.token, { project_id: project });
    const seen: (true | undefined)[] = [];
    const seenByTeam: (true | undefined)[] = [];
    for (const [who, list] of [
      [asha, seen],
      [ben, seenByTeam],
    ] as const) {
      const socket = await server.connect(who);
      await socket.emitWithAck('project:watch', { list: true, project_id: project });
      socket.on('project:updated', ({ hidden }) => list.push(hidden));
    }
    const gone = await watchDeletions(project, [asha, ben]);
    const id = await report(asha, { kind: 'project', id: project });
    expect((await decide(mod, id, 'hide')).body.data.project).toEqual({ id: project, title: 'Rover', hidden: true });
    const status = async (token: string | null) => (await server.call(`GET /api/projects/${project}`, token)).status;
    expect([await status(asha.token), await status(null), await status(ben.token)]).toEqual([404, 404, 200]);
    const own = await server.call(`GET /api/projects/${project}`, ben.token);
    expect([own.body.project.hidden, own.body.hidden_reason]).toEqual([true, 'harassment']);
    const listed = async () =>
      (await server.call('GET /api/projects', asha.token)).body.data.projects.some(
        (one: { id: number }) => one.id === project,
      );
    expect(await listed()).toBe(false);
    expect((await server.call('GET /api/projects/mine', ben.token)).body.data.projects[0].hidden).toBe(true);
    const { requests } = (await server.call('GET /api/project-requests/mine', asha.token)).body.data;
    expect(requests[0]).toMatchObject({ status: 'withdrawn', ended_by: 'project_deleted' });
    const [told] = (await server.call('GET /api/inbox', asha.token)).body.data.items.filter(
      (item: { project_id: number | null }) => item.project_id === project,
    );
    expect(told).toMatchObject({ kind: 'project:unavailable', title: 'Rover', link: '/work', actor: null });
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

    const show = () => server.call(`DELETE /api/moderation/projects/${project}/hiding`, mod.token, { note: 'Mended' });
    expect([(await show()).status, (await show()).status]).toEqual([200, 404]);
    expect([await status(asha.token), await listed()]).toEqual([200, true]);
    // Its team sees both at once; for everybody else it is deleted, and comes back.
    await eventually(() => expect([seenByTeam, seen]).toEqual([[true, undefined], [undefined]]));
    expect(gone).toEqual([asha.id]);
    expect((await inboxOf(ben)).map(([kind]: string[]) => kind)).toEqual(
      expect.arrayContaining(['project:shown', 'project:hidden']),
    );
  });

  it('to hide a project keeps its title as it was for everybody outside its team', async () => {
    const [mod, asha, ben, chitra, dev, eka] = [
      await moderator(),
      await server.signUp(),
      await server.signUp(),
      await server.signUp(),
      await server.signUp(),
      await server.signUp(),
    ];
    const project = await createProject(ben);
    const id = await report(asha, { kind: 'project', id: project });
    const ask = async (by: TestMember) =>
      (await server.call('POST /api/project-requests', by.token, { project_id: project })).body.data.request.id;
    await ask(asha);
    await server.call(`POST /api/projects/${project}/connect`, chitra.token);
    const question = { receiver_id: ben.id, content: 'When?', client_id: randomUUID(), project_id: project };
    expect((await server.call('POST /api/messages', chitra.token, question)).status).toBe(201);
    await server.call(`PUT /api/project-requests/${await ask(dev)}/status`, ben.token, { status: 'accepted' });
    await server.database.pool.query('UPDATE users SET listed = true, active_on = current_date WHERE id = $1', [
      eka.id,
    ]);
    const invited = await server.call(`POST /api/projects/${project}/invitations`, ben.token, { user_id: eka.id });
    expect(invited.status).toBe(201);
    await decide(mod, id, 'hide');
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
    await server.call(`DELETE /api/moderation/projects/${project}/hiding`, mod.token, { note: 'Mended' });
    expect([...(await reads()), ...(await ofTeam())]).toEqual(Array(15).fill('Another'));
  });

  it('to hide a project outlasts a transfer', async () => {
    const [mod, asha, ben, heir] = [
      await moderator(),
      await server.signUp(),
      await server.signUp('Ben'),
      await server.signUp('Heir'),
    ];
    const project = await createProject(ben);
    const asked = await server.call('POST /api/project-requests', heir.token, { project_id: project });
    const request = asked.body.data.request.id;
    await server.call(`PUT /api/project-requests/${request}/status`, ben.token, { status: 'accepted' });
    await server.call(`PUT /api/projects/${project}/offer`, ben.token, { user_id: heir.id });
    await decide(mod, await report(asha, { kind: 'project', id: project }), 'hide');
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

  it('to hide a project outlasts the suspension of its creator', async () => {
    const [mod, asha, ben] = [await moderator(), await server.signUp(), await server.signUp('Ben')];
    const project = await createProject(ben);
    const [ofProject, ofBen] = [
      await report(asha, { kind: 'project', id: project }),
      await report(asha, { kind: 'member', id: ben.id }),
    ];
    await decide(mod, ofBen, 'suspend');
    expect((await decide(mod, ofProject, 'hide')).status).toBe(200);
    const lift = `DELETE /api/moderation/members/${ben.id}/suspension`;
    expect((await server.call(lift, mod.token, { note: 'Enough' })).status).toBe(200);
    expect((await server.call(`GET /api/projects/${project}`, asha.token)).status).toBe(404);
  });

  it('to hide a project is announced to the creator of now', async () => {
    const [mod, asha, ben, heir] = [
      await moderator(),
      await server.signUp(),
      await server.signUp('Ben'),
      await server.signUp('Heir'),
    ];
    const project = await createProject(ben);
    const id = await report(asha, { kind: 'project', id: project });
    const asked = await server.call('POST /api/project-requests', heir.token, { project_id: project });
    await server.call(`PUT /api/project-requests/${asked.body.data.request.id}/status`, ben.token, {
      status: 'accepted',
    });
    await server.call(`PUT /api/projects/${project}/offer`, ben.token, { user_id: heir.id });
    await server.call(`PUT /api/projects/${project}/offer/status`, heir.token, { status: 'accepted' });
    await decide(mod, id, 'hide');
    const kinds = async (member: TestMember) => (await inboxOf(member)).map(([kind]: string[]) => kind);
    expect(await kinds(heir)).toContain('project:hidden');
    expect(await kinds(ben)).not.toContain('project:hidden');
  });

  it('to suspend ends sessions and sockets, hides projects, and refuses sign-ins', async () => {
    const { mod, asha, ben, id } = await scene();
    const project = await createProject(ben);
    const socket = await server.connect(ben);
    const looking = await server.connect(asha);
    await looking.emitWithAck('project:watch', { list: false, project_id: project });
    const shown: (true | undefined)[] = [];
    looking.on('project:updated', ({ hidden }) => shown.push(hidden));
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    const gone = await watchDeletions(project, [asha]);
    expect((await decide(mod, id, 'suspend')).body.data.histories[0].suspended).toBe(true);
    await ended;
    expect((await server.call('GET /api/auth/me', ben.token)).status).toBe(401);
    expect(await login(ben)).toMatchObject({ status: 403, body: { code: 'SUSPENDED' } });
    expect(await login({ ...ben, password: 'Wrong-horse-1' })).toMatchObject({ body: { code: 'BAD_CREDENTIALS' } });
    expect((await server.call(`GET /api/projects/${project}`, asha.token)).status).toBe(404);
    await eventually(async () => {
      const { body } = await server.call(`GET /api/users/${ben.id}/status`, asha.token);
      expect(body.data?.is_online ?? false).toBe(false);
    }, 20_000);

    const lift = () =>
      server.call(`DELETE /api/moderation/members/${ben.id}/suspension`, mod.token, { note: 'Enough' });
    expect([(await lift()).status, (await lift()).status]).toEqual([200, 404]);
    expect((await login(ben)).status).toBe(200);
    expect((await server.call(`GET /api/projects/${project}`, asha.token)).status).toBe(200);
    await eventually(() => expect([shown, gone]).toEqual([[undefined], [asha.id]]));
    const kinds = (await auditOf(ben.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['member:restored', 'member:suspended']));
  });
});
