import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { formTeam } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import * as moderating from '@sangam/testing/moderating';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const query = (text: string, values: unknown[]) => server.database.pool.query(text, values);
const moderator = () => moderating.signUpModerator(server);
const report = (by: Pick<TestMember, 'token'>, body: moderating.ReportBody) => moderating.reportTo(server, by, body);
const decide = (by: TestMember, id: number, decision: string, body?: object) =>
  moderating.decideOn(server, by, id, { decision, ...body });
const caseOf = (by: TestMember, id: number) => moderating.caseOf(server, by, id);
const notificationsOf = (member: TestMember) => moderating.notificationsOf(server, member);
const auditOf = (memberId: number) => moderating.auditOf(server, memberId);
const login = ({ email, password }: TestMember) => server.call('POST /api/auth/login', null, { email, password });
const scene = () => moderating.reportMember(server);

describe('a report', () => {
  it('is not decided together with a report that its moderator has not seen', async () => {
    const { mod, ben, id } = await scene();
    const { version } = await caseOf(mod, id);
    const repeated = await report(await server.signUp(), { kind: 'member', id: ben.id });
    const answer = await decide(mod, id, 'dismiss', { version });
    expect([answer.status, answer.body.code]).toEqual([409, 'REPORT_ADDED']);
    for (const reportId of [id, repeated]) expect((await caseOf(mod, reportId)).decided).toBeNull();
    const seen = await caseOf(mod, repeated);
    expect((await decide(mod, id, 'dismiss', { version: seen.version })).status).toBe(200);
    expect(await caseOf(mod, id)).not.toHaveProperty('version');
  });

  it('is not decided with messages that its reporter added after its moderator had opened it', async () => {
    const { mod, asha, ben } = await scene();
    for (const content of ['Buy now', 'Or else'])
      await server.call('POST /api/messages', ben.token, { receiver_id: asha.id, content });
    const id = await report(asha, { kind: 'message', id: ben.id, seq: 1 });
    const { version } = await caseOf(mod, id);
    expect(await report(asha, { kind: 'message', id: ben.id, seq: 1, seqs: [2] })).toBe(id);
    expect((await decide(mod, id, 'dismiss', { version })).body.code).toBe('REPORT_ADDED');
    const seen = await caseOf(mod, id);
    expect([seen.decided, seen.reports[0].evidence.messages.length]).toEqual([null, 2]);
    // The same once more adds nothing.
    await report(asha, { kind: 'message', id: ben.id, seq: 1, seqs: [2] });
    expect((await decide(mod, id, 'dismiss', { version: seen.version })).status).toBe(200);
  });

  it("can't be decided by a moderator who is suspended at the same moment", async () => {
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
    expect(await decide(mod, own, 'dismiss')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await decide(mod, about, 'dismiss')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await decide(mod, about, 'hide')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    // Moderators don't see who reported them, not even in a history.
    const carl = await server.signUp();
    const histories = async (reader: TestMember, id: number) => (await caseOf(reader, id)).histories;
    const byAsha = async (reader: TestMember) =>
      (await histories(reader, await report(carl, { kind: 'member', id: asha.id })))[0].by.length;
    expect([await byAsha(mod), await byAsha(await moderator())]).toEqual([1, 2]);
    // Nor do they see decisions about themselves.
    expect((await histories(mod, own)).map(({ member }: { member: { id: number } }) => member.id)).not.toContain(
      mod.id,
    );
    expect((await server.call(`GET /api/moderation/reports/${about}`, mod.token)).body.code).toBe('NOT_FOUND');
  });

  it('decided against a creator covers those from their time, and leaves those about a later creator open', async () => {
    const { mod, asha, ben } = await scene();
    const { projectId } = await formTeam(server, ben, [asha]);
    const first = await report(await server.signUp(), { kind: 'project', id: projectId });
    await server.call(`PUT /api/projects/${projectId}/offer`, ben.token, { user_id: asha.id });
    await server.call(`PUT /api/projects/${projectId}/offer/status`, asha.token, { status: 'accepted' });
    const second = await report(await server.signUp(), { kind: 'project', id: projectId });
    const opened = await caseOf(mod, first);
    expect(opened.member.id).toBe(ben.id);
    expect(opened.reports.map(({ id, member }: { id: number; member?: object }) => [id, member])).toEqual([
      [first, undefined],
      [second, { id: asha.id, name: 'Asha' }],
    ]);
    expect((await decide(mod, first, 'warn', { version: opened.version })).status).toBe(200);
    const warnings = async (member: TestMember) =>
      (await notificationsOf(member)).filter(([kind]: string[]) => kind === 'account:warned').length;
    expect([await warnings(ben), await warnings(asha)]).toEqual([1, 0]);
    const links = async () =>
      (await server.call('GET /api/inbox', mod.token)).body.data.items
        .filter(({ kind }: { kind: string }) => kind === 'report:received')
        .map(({ link }: { link: string }) => link);
    expect((await links())[0]).toBe(`/moderation/${second}`);
    const left = await caseOf(mod, second);
    expect([left.decided, left.member.id, left.reports.length]).toEqual([null, asha.id, 1]);
    expect((await decide(mod, second, 'dismiss')).status).toBe(200);
    expect([await warnings(ben), await warnings(asha)]).toEqual([1, 0]);
  });

  it('that was repeated after a transfer stays open about the later creator', async () => {
    const { mod, asha, ben } = await scene();
    const [witness, later] = [await server.signUp(), await moderator()];
    const { projectId } = await formTeam(server, ben, [asha, later]);
    const giveTo = async (from: TestMember, to: TestMember) => {
      await server.call(`PUT /api/projects/${projectId}/offer`, from.token, { user_id: to.id });
      const answer = { status: 'accepted' };
      expect((await server.call(`PUT /api/projects/${projectId}/offer/status`, to.token, answer)).status).toBe(200);
    };
    const first = await report(witness, { kind: 'project', id: projectId });
    await giveTo(ben, later);
    await server.call(`PATCH /api/projects/${projectId}`, later.token, { title: 'Insult' });
    expect(await report(witness, { kind: 'project', id: projectId })).toBe(first);
    await giveTo(later, asha);
    const opened = await caseOf(mod, first);
    const [{ evidence }] = opened.reports;
    expect([opened.member.id, evidence.project.title]).toEqual([ben.id, 'Insult']);
    expect(evidence.project.creator).toEqual({ id: later.id, name: 'Mod' });
    // For the later creator, who is a moderator, the report doesn't exist.
    expect((await decide(later, first, 'dismiss')).body.code).toBe('NOT_FOUND');
    const listed = async (by: TestMember) =>
      (await server.call('GET /api/moderation/reports', by.token)).body.data.reports.filter(
        ({ kind }: { kind: string }) => kind === 'project',
      );
    expect([(await listed(mod)).length, (await listed(later)).length]).toEqual([1, 0]);

    expect((await decide(mod, first, 'warn', { version: opened.version })).status).toBe(200);
    expect((await caseOf(mod, first)).decided).toMatchObject({ decision: 'warn' });
    const [left] = await listed(mod);
    expect(left).toMatchObject({ member: { id: later.id }, title: 'Insult' });
    const { creator: _, ...page } = evidence.project;
    expect((await caseOf(mod, left.id)).reports).toMatchObject([{ evidence: { project: page } }]);
    expect((await decide(mod, left.id, 'warn')).status).toBe(200);
    expect(await listed(mod)).toEqual([]);
    for (const member of [ben, later])
      expect((await notificationsOf(member)).filter(([kind]: string[]) => kind === 'account:warned')).toHaveLength(1);
  });

  it("with a warning shows the moderator’s message, if there is one, in the member's account activity", async () => {
    const { mod, ben, id } = await scene();
    expect((await decide(mod, id, 'warn', { words: 'a'.repeat(501) })).status).toBe(400);
    expect((await decide(mod, id, 'dismiss', { words: 'Hello' })).status).toBe(400);
    expect((await decide(mod, id, 'warn', { reason: 'other', words: 'Please don’t insult others.' })).status).toBe(200);
    const [entry] = (await server.call('GET /api/account/activity', ben.token)).body.data.entries;
    expect(entry).toMatchObject({
      kind: 'member:warned',
      details: { reason: 'other', words: 'Please don’t insult others.' },
    });
    const { histories } = await caseOf(await moderator(), id);
    expect(histories[0].acts[0]).toMatchObject({ words: 'Please don’t insult others.', note: 'Seen' });
  });

  it('about an erased account can be dismissed, and its project hidden, without a notification', async () => {
    const { mod, asha, ben, id } = await scene();
    const ofProject = await report(asha, { kind: 'project', id: await postProject(server, ben) });
    await query('UPDATE users SET name = $2 WHERE id = $1', [ben.id, FORMER_MEMBER]);
    for (const decision of ['warn', 'suspend'])
      expect((await decide(mod, id, decision)).body.code).toBe('USER_NOT_FOUND');
    expect((await decide(mod, id, 'remove', { parts: ['headline'] })).body.code).toBe('USER_NOT_FOUND');
    expect((await decide(mod, id, 'dismiss')).status).toBe(200);
    expect((await decide(mod, ofProject, 'hide')).status).toBe(200);
    const { rows } = await query('SELECT kind FROM notifications WHERE user_id = $1', [ben.id]);
    expect(rows).toEqual([]);
  });

  it('requires a note and a decision that fits', async () => {
    const { mod, id } = await scene();
    expect(await decide(mod, id, 'dismiss', { note: '  ' })).toMatchObject({
      body: { errors: [{ field: 'note', message: 'Write a short note.' }] },
    });
    expect((await decide(mod, id, 'hide')).status).toBe(400);
    expect((await caseOf(mod, id)).decided).toBe(null);
  });
});

describe('a decision', () => {
  it("to dismiss notifies the reporter of the review, and doesn't notify the reported member", async () => {
    const { mod, asha, ben, id } = await scene();
    await postProject(server, ben);
    expect((await decide(mod, id, 'dismiss')).body.data.decided).toMatchObject({ decision: 'dismiss', by: 'Mod' });
    expect(await notificationsOf(asha)).toEqual([
      ['report:reviewed', 'A moderator reviewed your report about Ben’s profile'],
    ]);
    expect(await notificationsOf(ben)).toEqual([]);
    expect((await auditOf(ben.id))[0]).toMatchObject({ kind: 'report:dismissed', actor_id: mod.id });
    const { entries } = (await server.call('GET /api/account/activity', ben.token)).body.data;
    expect(entries).toHaveLength(1);
  });

  it('to warn notifies the member of the reason without naming the moderator', async () => {
    const { mod, ben, id } = await scene();
    await decide(mod, id, 'warn', { note: 'Between us' });
    expect(await notificationsOf(ben)).toEqual([['account:warned', 'A moderator warned you: Harassment or bullying']]);
    const { body } = await server.call('GET /api/account/activity', ben.token);
    const [warning] = (await server.call('GET /api/inbox', ben.token)).body.data.items;
    expect(warning.link).toBe(`/settings/account#activity-${body.data.entries[0].id}`);
    expect(body.data.entries[0]).toMatchObject({
      kind: 'member:warned',
      by_other: true,
      device: null,
      network: null,
      details: { reason: 'harassment' },
    });
    expect(JSON.stringify(body)).not.toMatch(/Between us|"Mod"/u);
  });

  it('to suspend ends sessions and sockets, hides projects, and refuses sign-ins', async () => {
    const { mod, asha, ben, id } = await scene();
    const project = await postProject(server, ben);
    const socket = await server.connect(ben);
    const looking = await server.connect(asha);
    await looking.emitWithAck('project:watch', { list: false, project_id: project });
    const shown: (true | undefined)[] = [];
    looking.on('project:updated', ({ hidden }) => shown.push(hidden));
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    const gone: number[] = [];
    looking.on('project:deleted', (deleted) => gone.push(deleted.id));
    expect((await decide(mod, id, 'suspend')).body.data.histories[0].suspended).toBe(true);
    await ended;
    expect((await server.call('GET /api/auth/me', ben.token)).status).toBe(401);
    expect(await login(ben)).toMatchObject({ status: 403, body: { code: 'SUSPENDED' } });
    expect(await login({ ...ben, password: 'Wrong-horse-1' })).toMatchObject({ body: { code: 'BAD_CREDENTIALS' } });
    expect((await server.call(`GET /api/projects/${project}`, asha.token)).status).toBe(404);
    await eventually(async () => {
      const { body } = await server.call(`GET /api/users/${ben.id}/status`, asha.token);
      expect(body.data?.is_online ?? false).toBe(false);
    });

    const lift = () =>
      server.call(`DELETE /api/moderation/members/${ben.id}/suspension`, mod.token, { note: 'Enough' });
    expect([(await lift()).status, (await lift()).status]).toEqual([200, 404]);
    expect((await login(ben)).status).toBe(200);
    expect((await server.call(`GET /api/projects/${project}`, asha.token)).status).toBe(200);
    await eventually(() => expect([shown, gone]).toEqual([[undefined], [project]]));
    const kinds = (await auditOf(ben.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['member:restored', 'member:suspended']));
  });
});
