import { randomUUID } from 'node:crypto';
import { dayMs } from '@sangam/shared/core/limits';
import { formTeam, joinTeam, loseSeat, sayInTeam, takeSeat } from '@sangam/testing/chat/team';
import { stoppedClock } from '@sangam/testing/clocks';
import { signUpModerator } from '@sangam/testing/moderating';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const report = (by: TestMember, body: object) =>
  server.call('POST /api/reports', by.token, { reason: 'spam', ...body });
const evidenceOf = async (id: number) =>
  (await server.database.pool.query('SELECT * FROM reports WHERE id = $1', [id])).rows[0];
const say = (from: TestMember, to: TestMember, content: string) =>
  server.call('POST /api/messages', from.token, { receiver_id: to.id, content });

describe('a report', () => {
  it('of a message stores it with up to five neighbours on each side', async () => {
    const [asha, ben] = [await server.signUp('Asha'), await server.signUp('Ben')];
    for (let n = 1; n <= 14; n += 1) await say(n % 2 === 0 ? ben : asha, n % 2 === 0 ? asha : ben, `message ${n}`);
    const reported = await report(asha, { kind: 'message', id: ben.id, seq: 4, words: '  Look ' });
    expect(reported).toMatchObject({ status: 200, body: { data: { id: expect.any(Number) } } });
    const row = await evidenceOf(reported.body.data.id);
    expect(row).toMatchObject({ kind: 'message', member_id: ben.id, reporter_id: asha.id, words: 'Look' });
    expect(row.evidence.seq).toBe(4);
    expect(row.evidence.messages.map(({ content }: { content: string }) => content)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `message ${n}`),
    );
    expect(row.evidence.messages[3]).toEqual({
      seq: 4,
      sender: { id: ben.id, name: 'Ben' },
      content: 'message 4',
      created_at: expect.stringMatching(/Z$/u),
    });
  });

  it('of a member or a project stores its public data', async () => {
    const [asha, ben] = [await server.signUp('Asha'), await server.signUp('Ben')];
    const profile = { name: 'Ben', college: 'IIT', skills: ['Go'], github_link: null };
    await server.call('PUT /api/users/profile', ben.token, profile);
    const member = await report(asha, { kind: 'member', id: ben.id });
    expect((await evidenceOf(member.body.data.id)).evidence).toEqual({ member: profile });
    // The parts of the page that aren't empty.
    const page = {
      headline: 'Rude',
      about: 'Words',
      looks_for: 'Trouble',
      takes_roles: ['Troll'],
      links: ['https://example.org'],
    };
    await server.call('PATCH /api/users/profile', ben.token, page);
    const carl = await server.signUp('Carl');
    const second = await report(carl, { kind: 'member', id: ben.id });
    expect((await evidenceOf(second.body.data.id)).evidence).toEqual({ member: { ...profile, ...page } });
    const project = await report(asha, { kind: 'project', id: await postProject(server, ben) });
    const row = await evidenceOf(project.body.data.id);
    expect([row.member_id, row.evidence]).toEqual([ben.id, { project: { title: 'Rover', description: 'On Mars' } }]);
    const parts = { timeline: '4 weeks', questions: ['Are you rich?'] };
    const roles = [
      { name: 'Driver', seats: 1, skills: ['Go', 'SQL'] },
      { name: 'Cook', seats: 1, skills: [] },
    ];
    const id = await postProject(server, ben, { ...parts, roles, required_skills: ['Rust'] });
    const whole = await report(asha, { kind: 'project', id });
    expect((await evidenceOf(whole.body.data.id)).evidence.project).toEqual({
      title: 'Rover',
      description: 'On Mars',
      ...parts,
      skills: ['Rust'],
      roles: ['Driver: Go, SQL', 'Cook'],
    });
  });

  it('is stored once: a second one returns the first', async () => {
    const [asha, ben, carl] = [await server.signUp(), await server.signUp(), await server.signUp()];
    const body = { kind: 'member', id: ben.id };
    const [first, second] = await Promise.all([report(asha, body), report(asha, { ...body, reason: 'hate' })]);
    expect(second.body).toEqual(first.body);
    expect((await report(carl, body)).body.data.id).not.toBe(first.body.data.id);
  });

  it('of a member has the same answer if they block the reporter, are suspended or have asked for deletion', async () => {
    const [asha, ben, carl, dev] = [
      ...[await server.signUp(), await server.signUp(), await server.signUp(), await server.signUp()],
    ] as [TestMember, TestMember, TestMember, TestMember];
    await server.call(`PUT /api/blocks/${asha.id}`, ben.token);
    await server.database.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [carl.id]);
    await server.call('DELETE /api/account', dev.token, { current_password: dev.password });
    const answers = [ben, carl, dev].map(({ id }) => report(asha, { kind: 'member', id, block: true }));
    const shown = (await Promise.all(answers)).map(({ status, body }) => [status, Object.keys(body.data)]);
    expect(new Set(shown.map((answer) => JSON.stringify(answer))).size, JSON.stringify(shown)).toBe(1);
    expect(shown[0]).toEqual([200, expect.arrayContaining(['id', 'blocked_id'])]);
  });

  it('is refused for subjects that the member cannot see, and for their own', async () => {
    const [asha, ben, carl] = [await server.signUp(), await server.signUp(), await server.signUp()];
    await say(asha, ben, 'Hi');
    const refused = async (by: TestMember, body: object) => (await report(by, body)).body.code;
    expect(await refused(carl, { kind: 'message', id: ben.id, seq: 1 })).toBe('NOT_FOUND');
    expect(await refused(asha, { kind: 'message', id: ben.id, seq: 2 })).toBe('NOT_FOUND');
    expect(await refused(ben, { kind: 'message', id: asha.id })).toBe('NOT_FOUND');
    expect(await refused(asha, { kind: 'member', id: 999_999 })).toBe('USER_NOT_FOUND');
    expect(await refused(asha, { kind: 'project', id: 999_999 })).toBe('PROJECT_NOT_FOUND');
    expect(await refused(asha, { kind: 'message', id: ben.id, seq: 1 })).toBe('INVALID');
    expect(await refused(asha, { kind: 'member', id: asha.id })).toBe('INVALID');
    expect(await refused(asha, { kind: 'project', id: await postProject(server, asha) })).toBe('INVALID');
    expect(await refused(asha, { kind: 'member', id: ben.id, words: 'x'.repeat(501) })).toBe('INVALID');
    expect(await refused(asha, { kind: 'member', id: ben.id, reason: 'made-up' })).toBe('INVALID');
  });

  it('of several messages stores each once, refuses own ones, and adds later ones', async () => {
    const [asha, ben] = [await server.signUp('Asha'), await server.signUp('Ben')];
    for (let n = 1; n <= 30; n += 1) await say(n % 3 === 0 ? asha : ben, n % 3 === 0 ? ben : asha, `message ${n}`);
    const first = await report(asha, { kind: 'message', id: ben.id, seq: 20, seqs: [2, 20, 2] });
    const stored = async () => {
      const { seq, seqs, messages } = (await evidenceOf(first.body.data.id)).evidence;
      return { seq, seqs, has: messages.map((message: { seq: number }) => message.seq) };
    };
    const near = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
    expect(await stored()).toEqual({ seq: 20, seqs: [20, 2], has: [...near(1, 7), ...near(15, 25)] });
    const repeated = await report(asha, { kind: 'message', id: ben.id, seqs: [20, 28] });
    expect(repeated.body.data.id).toBe(first.body.data.id);
    expect((await stored()).seqs).toEqual([20, 2, 28]);
    expect((await stored()).has).toContain(30);
    const refused = async (body: object) => (await report(asha, { kind: 'message', id: ben.id, ...body })).body.code;
    expect(await refused({ seqs: [2, 3] })).toBe('INVALID');
    expect(await refused({ seqs: [2, 999] })).toBe('NOT_FOUND');
    expect(await refused({ seqs: [] })).toBe('INVALID');
    expect(await refused({ seqs: near(1, 21) })).toBe('INVALID');
  });

  describe('of a message that was edited many times', () => {
    /** Edits a message this many times, and returns its wordings in a report. */
    const wordingsAfter = async (edits: number, wording: (n: number) => string, shownMs: (n: number) => number) => {
      const [asha, ben] = [await server.signUp('Asha'), await server.signUp('Ben')];
      await say(ben, asha, wording(0));
      const { pool } = server.database;
      for (let n = 1; n <= edits; n += 1) {
        await server.call(`PATCH /api/messages/conversation/${asha.id}/1`, ben.token, {
          content: wording(n),
          client_id: randomUUID(),
        });
        // As if the time until the next edit had passed.
        await pool.query(
          `UPDATE message_wordings w SET replaced_at = w.replaced_at - $2 * interval '1 ms' FROM messages m
           WHERE m.sender_id = $1 AND w.conversation_id = m.conversation_id AND w.seq = m.seq`,
          [ben.id, shownMs(n)],
        );
      }
      const reported = await report(asha, { kind: 'message', id: ben.id, seq: 1 });
      const [message] = (await evidenceOf(reported.body.data.id)).evidence.messages;
      return [...message.earlier, message.content].map((content: string) => Number(content.split(' ')[1]));
    };

    it('stores the first and last wordings, and those that were shown the longest', async () => {
      const stored = await wordingsAfter(
        30,
        (n) => `wording ${n}`,
        (n) => (n === 3 ? 60_000 : 1_000),
      );
      expect(stored).toHaveLength(23);
      expect(stored).toEqual(expect.arrayContaining([0, 3, 29, 30]));
      expect(stored.toSorted((a, b) => a - b)).toEqual(stored);
    });

    it('stores fewer long wordings, and still the short ones', async () => {
      const stored = await wordingsAfter(
        8,
        (n) => `wording ${n} ${n === 2 ? '' : 'x'.repeat(3_900)}`,
        (n) => (n === 2 ? 60_000 : 120_000),
      );
      expect(stored).toEqual([0, 2, expect.any(Number), 7, 8]);
    });
  });

  it('of a message names its conversation, even if a server of the previous version stores it', async () => {
    const [asha, ben] = [await server.signUp(), await server.signUp()];
    await say(asha, await server.signUp(), 'Hi');
    await say(ben, asha, 'Rude');
    const { id, conversation_id } = await evidenceOf(
      (await report(asha, { kind: 'message', id: ben.id, seq: 1 })).body.data.id,
    );
    expect(conversation_id).toEqual(expect.any(Number));
    const conversationAfter = async (statement: string) => {
      await server.database.pool.query(statement, [id]);
      const { rows } = await server.database.pool.query(
        'SELECT max(conversation_id) AS found FROM reports WHERE reporter_id = $1',
        [asha.id],
      );
      return rows[0].found;
    };
    expect(await conversationAfter('UPDATE reports SET conversation_id = NULL WHERE id = $1')).toBeNull();
    expect(await conversationAfter('SELECT fill_reported_conversations(10) WHERE $1 > 0')).toBe(conversation_id);
    expect(
      await conversationAfter(`WITH moved AS (DELETE FROM reports WHERE id = $1 RETURNING *)
      INSERT INTO reports (kind, subject_id, member_id, reporter_id, reason, evidence, created_at)
      SELECT kind, subject_id, member_id, reporter_id, reason, evidence, created_at FROM moved`),
    ).toBe(conversation_id);
  });

  it('has at most 100 messages', async () => {
    const [asha, ben] = [await server.signUp('Asha'), await server.signUp('Ben')];
    await say(asha, ben, 'Hi');
    for (let n = 2; n <= 103; n += 1) await say(ben, asha, `message ${n}`);
    const pages = Array.from({ length: 5 }, (_, page) => Array.from({ length: 20 }, (_, n) => 2 + 20 * page + n));
    const reportPage = (seqs: number[]) =>
      report(asha, { kind: 'message', id: ben.id, seqs: [2, ...seqs].slice(0, 20) });
    for (const seqs of pages) expect((await reportPage(seqs)).status).toBe(200);
    for (const seqs of pages)
      expect((await report(asha, { kind: 'message', id: ben.id, seqs: [2, seqs[19]] })).status).toBe(200);
    expect((await reportPage([102])).body).toMatchObject({ code: 'INVALID', message: expect.stringContaining('100') });
    expect((await reportPage([101])).status).toBe(200);
  });

  it('blocks the member in the same step', async () => {
    const [asha, ben] = [await server.signUp('Asha'), await server.signUp('Ben')];
    await say(ben, asha, 'Rude');
    const body = { kind: 'message', id: ben.id, seq: 1, block: true };
    expect((await report(asha, body)).body.data).toMatchObject({ blocked_id: ben.id });
    expect((await report(asha, body)).body.data).toMatchObject({ blocked_id: ben.id });
    expect((await say(ben, asha, 'Hello?')).status).toBe(403);
    const project = await postProject(server, ben);
    const carl = await server.signUp();
    expect((await report(carl, { kind: 'project', id: project, block: true })).body.data.blocked_id).toBe(ben.id);
    expect((await report(carl, { kind: 'member', id: ben.id })).body.data.blocked_id).toBe(undefined);
  });
});

describe('a report of a team’s messages', () => {
  it('is possible for participants, and for 30 days for former ones, of messages that they could read', async () => {
    const clock = stoppedClock();
    await using later = await startTestServer({ clock });
    const [asha, ben, carl, dev] = [
      ...[await later.signUp('Asha'), await later.signUp('Ben')],
      ...[await later.signUp('Carl'), await later.signUp('Dev')],
    ] as [TestMember, TestMember, TestMember, TestMember];
    const team = await formTeam(later, asha, [ben, carl]);
    const reportIn = (by: TestMember, seqs: number[], more = {}) =>
      later.call('POST /api/reports', by.token, {
        kind: 'message',
        conversation_id: team.conversationId,
        seqs,
        reason: 'harassment',
        ...more,
      });
    await sayInTeam(later, team.conversationId, [
      [asha, 'harm'],
      [ben, 'stop'],
      [asha, 'more harm'],
    ]);
    expect((await reportIn(ben, [1])).status).toBe(200);
    expect((await reportIn(ben, [2])).body.code).toBe('INVALID');
    expect((await reportIn(dev, [1])).body.code).toBe('NOT_FOUND');
    await loseSeat(later, team, carl.id);
    await sayInTeam(later, team.conversationId, [[asha, 'said afterwards']]);
    expect((await reportIn(carl, [4])).body.code).toBe('NOT_FOUND');
    expect((await reportIn(carl, [1, 4])).body.code).toBe('NOT_FOUND');
    const signedIn = async ({ email, password }: TestMember) => ({
      ...carl,
      token: (await later.call('POST /api/auth/login', null, { email, password })).body.token,
    });
    clock.atMs += 29 * dayMs;
    const reported = await reportIn(await signedIn(carl), [3], { block: true });
    expect(reported.body.data).toMatchObject({ blocked_id: asha.id });
    const { rows } = await later.database.pool.query('SELECT * FROM reports WHERE id = $1', [reported.body.data.id]);
    expect(rows[0]).toMatchObject({ member_id: asha.id, reporter_id: carl.id });
    // The neighbours, but no message from after the reporter left.
    expect(rows[0].evidence.messages.map(({ content }: { content: string }) => content)).toEqual([
      ...['harm', 'stop', 'more harm'],
    ]);
    clock.atMs += 2 * dayMs;
    expect((await reportIn(await signedIn(carl), [1])).body.code).toBe('NOT_FOUND');
  });
});

describe('a report of a member of a team that the reporter has left', () => {
  const listed = (by: TestMember, id: number, on = server) =>
    on.call(`GET /api/reports/members?conversation_id=${id}`, by.token);
  const reportOf = (by: TestMember, conversation_id: number, member_id: number, on = server) =>
    on.call('POST /api/reports', by.token, { kind: 'message', conversation_id, member_id, reason: 'harassment' });
  const newTeam = async <T extends readonly string[]>(...names: T) => {
    const creator = await server.signUp('Asha');
    const others = await Promise.all(names.map((name) => server.signUp(name)));
    return { creator, others: others as { [K in keyof T]: TestMember }, team: await formTeam(server, creator, others) };
  };

  it('can name members who wrote or were in the team while the reporter was, and nobody else', async () => {
    const { creator, others, team } = await newTeam('Carl', 'Dev', 'Eka', 'Fay');
    const [carl, dev, eka, fay] = others;
    const [ben, gita] = [await server.signUp('Ben'), await server.signUp('Gita')];
    await sayInTeam(server, team.conversationId, [[eka, 'Bye']]);
    for (const { id } of [eka, fay]) await loseSeat(server, team, id);
    await sayInTeam(server, team.conversationId, [[creator, 'More']]);
    // Nobody writes while Ben is in the team, nor between his leaving and Gita's joining.
    await takeSeat(server, team, ben.id);
    await loseSeat(server, team, ben.id);
    await takeSeat(server, team, gita.id);
    const named = (await listed(ben, team.conversationId)).body;
    const shown = [creator, carl, dev, eka].map(({ id }, n) => ({ id, name: ['Asha', 'Carl', 'Dev', 'Eka'][n] }));
    const project = { id: team.projectId, title: 'Rover' };
    expect(named).toEqual({ success: true, data: { conversation_id: team.conversationId, members: shown, project } });
    // Blocks change nothing.
    await server.call(`PUT /api/blocks/${ben.id}`, creator.token);
    await server.call(`PUT /api/blocks/${carl.id}`, ben.token);
    expect((await listed(ben, team.conversationId)).body).toEqual(named);
    for (const { id } of [ben, gita, fay])
      expect((await reportOf(ben, team.conversationId, id)).body.code).toBe('NOT_FOUND');
  });

  it('names the project while the reporter can see it', async () => {
    const { creator, others, team } = await newTeam('Ben');
    await sayInTeam(server, team.conversationId, [[creator, 'Hello']]);
    await server.call(`DELETE /api/projects/${team.projectId}/members/${others[0].id}`, creator.token, { word: 'Bye' });
    const projectOf = async () => (await listed(others[0], team.conversationId)).body.data.project;
    expect(await projectOf()).toEqual({ id: team.projectId, title: 'Rover' });
    const hide = (hidden_at: string) =>
      server.database.pool.query(`UPDATE projects SET hidden_at = ${hidden_at} WHERE id = $1`, [team.projectId]);
    await hide('now()');
    expect(await projectOf()).toBeUndefined();
    await hide('NULL');
    expect((await server.call(`DELETE /api/projects/${team.projectId}`, creator.token)).body).toMatchObject({
      success: true,
    });
    expect(await projectOf()).toBeUndefined();
  });

  it('stores the last messages that the reporter could read, once', async () => {
    const { creator, others, team } = await newTeam('Ben');
    const [ben] = others;
    await sayInTeam(server, team.conversationId, [
      [ben, 'stop'],
      ...Array.from({ length: 24 }, (_, n) => [creator, `harm ${n + 1}`] as const),
      [ben, 'last'],
    ]);
    await server.call(`DELETE /api/projects/${team.projectId}/members/${ben.id}`, creator.token, { word: 'Bye' });
    const mate = await server.signUp('Carl');
    await takeSeat(server, team, mate.id);
    await sayInTeam(server, team.conversationId, [[creator, 'said afterwards']]);
    const reported = await reportOf(ben, team.conversationId, creator.id);
    const row = await evidenceOf(reported.body.data.id);
    expect(row).toMatchObject({ kind: 'message', member_id: creator.id, reporter_id: ben.id });
    // Twenty of them with their neighbours, none of which is newer.
    expect(row.evidence.seqs).toEqual(Array.from({ length: 20 }, (_, n) => 25 - n));
    expect(row.evidence.messages.map(({ seq }: { seq: number }) => seq)).toEqual(
      Array.from({ length: 26 }, (_, n) => n + 1),
    );
    expect((await reportOf(ben, team.conversationId, creator.id)).body).toEqual(reported.body);
    const mod = await signUpModerator(server);
    const read = await server.call(`GET /api/moderation/reports/${row.id}`, mod.token);
    expect(read.body.data).toMatchObject({ kind: 'message', member: { id: creator.id } });
    const [{ reporter, evidence }] = read.body.data.reports;
    expect(reporter.id).toBe(ben.id);
    expect(evidence.messages.map(({ content }: { content: string }) => content)).toEqual(
      Array.from({ length: 20 }, (_, n) => `harm ${n + 5}`),
    );
  });

  it('is about the member if they wrote nothing, even after the project was deleted', async () => {
    const { creator, others, team } = await newTeam('Ben', 'Carl');
    const [ben, carl] = others;
    await sayInTeam(server, team.conversationId, [[carl, 'Hello']]);
    for (const { id } of others)
      await server.call(`DELETE /api/projects/${team.projectId}/members/${id}`, creator.token, {});
    expect((await server.call(`DELETE /api/projects/${team.projectId}`, creator.token)).status).toBe(200);
    const names = (await listed(ben, team.conversationId)).body.data.members.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Asha', 'Carl']);
    const stored = async (id: number) => {
      const { body } = await reportOf(ben, team.conversationId, id);
      return await evidenceOf(body.data.id);
    };
    expect(await stored(creator.id)).toMatchObject({ kind: 'member', subject_id: creator.id, member_id: creator.id });
    expect(await stored(carl.id)).toMatchObject({ kind: 'message', member_id: carl.id });
  });

  it('can name members who wrote nothing, even after they have left or the project was deleted', async () => {
    const { creator, others, team } = await newTeam('Ben', 'Carl');
    const [ben, carl] = others;
    const [gita, dev] = [await server.signUp('Gita'), await server.signUp('Dev')];
    const take = (path: string, by: TestMember) =>
      server.call(`DELETE /api/projects/${team.projectId}${path}`, by.token, {});
    await take(`/members/${ben.id}`, creator);
    // Neither was in the team with Ben, and one of them leaves like Carl.
    for (const late of [gita, dev]) await joinTeam(server, team.projectId, creator, late);
    for (const member of [carl, gita]) expect((await take('/members/me', member)).status).toBe(200);
    const names = async () =>
      (await listed(ben, team.conversationId)).body.data.members.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['Asha', 'Carl']);
    await take('', creator);
    expect(await names()).toEqual(['Asha', 'Carl']);
    const { body } = await reportOf(ben, team.conversationId, creator.id);
    expect(await evidenceOf(body.data.id)).toMatchObject({ kind: 'member', member_id: creator.id });
    for (const { id } of [gita, dev])
      expect((await reportOf(ben, team.conversationId, id)).body.code).toBe('NOT_FOUND');
  });

  it('is possible for 30 days, unless the reporter has returned to the team', async () => {
    const clock = stoppedClock();
    await using slow = await startTestServer({ clock });
    const [asha, ben, carl] = [await slow.signUp('Asha'), await slow.signUp('Ben'), await slow.signUp('Carl')];
    const team = await formTeam(slow, asha, [ben, carl]);
    await sayInTeam(slow, team.conversationId, [[asha, 'harm']]);
    for (const { id } of [ben, carl]) await loseSeat(slow, team, id);
    expect((await listed(carl, team.conversationId, slow)).status).toBe(200);
    await takeSeat(slow, team, carl.id);
    expect((await listed(carl, team.conversationId, slow)).status).toBe(404);
    const repeated = async () => ({
      ...ben,
      token: (await slow.call('POST /api/auth/login', null, { email: ben.email, password: ben.password })).body.token,
    });
    clock.atMs += 29 * dayMs;
    expect((await listed(await repeated(), team.conversationId, slow)).status).toBe(200);
    clock.atMs += 2 * dayMs;
    const late = await repeated();
    expect((await listed(late, team.conversationId, slow)).body.code).toBe('NOT_FOUND');
    expect((await reportOf(late, team.conversationId, asha.id, slow)).body.code).toBe('NOT_FOUND');
  });
});
