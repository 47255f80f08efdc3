import { formTeam, sayInTeam } from '@sangam/testing/chat/team';
import { addMembers } from '@sangam/testing/members';
import * as moderating from '@sangam/testing/moderating';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEarlier } from './case.queries.js';
import { listDecided, listOpen } from './queue.queries.js';

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
const scene = () => moderating.reportMember(server);

describe('the queue', () => {
  it('lists each subject once, oldest first, with its number of reports; decided reports are separate', async () => {
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
    expect(decided[0]).toMatchObject({ id, decision: 'dismiss', reports: 2, decided_at: expect.any(String) });
    expect(decided.filter(({ member }: { member: { id: number } }) => member.id === ben.id)).toHaveLength(1);
    const repeated = await report(asha, { kind: 'member', id: ben.id });
    expect((await caseOf(mod, repeated)).histories[0].about).toMatchObject([{ id, decision: 'dismiss', reports: 2 }]);
  });

  it('lists decided reports in pages, the newest decision first', async () => {
    const { mod, asha, ben, id } = await scene();
    const other = await report(ben, { kind: 'member', id: asha.id });
    await decide(mod, other, 'dismiss');
    await decide(mod, id, 'dismiss');
    const page = async (after = '') =>
      (await server.call(`GET /api/moderation/reports?state=decided&limit=1${after}`, mod.token)).body.data;
    expect(await page()).toMatchObject({ reports: [{ id }], has_more: true });
    expect((await page(`&after=${id}`)).reports).toMatchObject([{ id: other }]);
  });

  it('counts reported projects too', async () => {
    const { mod, asha, ben } = await scene();
    const openOf = async () => (await server.call('GET /api/moderation/reports', mod.token)).body.data.open;
    const before = await openOf();
    const { projectId } = await formTeam(server, ben, [asha]);
    await report(asha, { kind: 'project', id: projectId });
    expect(await openOf()).toBe(before + 1);
  });

  it('reads no text of the reported messages', async () => {
    const [mod, asha, ben] = [await moderator(), await server.signUp('Asha'), await server.signUp('Ben')];
    await server.call('POST /api/messages', ben.token, { receiver_id: asha.id, content: 'Rude' });
    const id = await report(asha, { kind: 'message', id: ben.id, seq: 1 });
    const evidence = { seq: 1, seqs: [1], messages: [{ seq: 1, sender: { id: ben.id, name: 'Ben' } }] };
    const listed = await listOpen(server.database.db, { readerId: mod.id, limit: 100, after: id - 1 });
    expect(listed.map((line) => [line.id, line.evidence])).toEqual([[id, evidence]]);
    await decide(mod, id, 'dismiss');
    const [decided] = await listDecided(server.database.db, { readerId: mod.id, limit: 1 });
    expect(decided).toMatchObject({ id, evidence });
    const openCase = { id: 0, kind: 'member', subject_id: ben.id } as const;
    const earlier = { userId: ben.id, as: 'member_id', openCase, readerId: mod.id } as const;
    expect((await listEarlier(server.database.db, earlier)).map((one) => one.evidence)).toEqual([evidence]);
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
    const repeated = await report(asha, { kind: 'member', id: ben.id });
    const { reports, histories, may_decide, decided } = await caseOf(mod, repeated);
    expect(reports).toMatchObject([
      { id: repeated, reporter: { name: 'Asha' }, evidence: { member: { name: 'Ben' } } },
    ]);
    expect(histories[0]).toMatchObject({
      member: { name: 'Ben' },
      suspended: false,
      by: [],
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
    /** Makes the messages up to this number too old to be read. */
    const ageUntil = (seq: number) =>
      query(
        `UPDATE messages SET created_at = now() - interval '8 days' WHERE seq <= $2
         AND conversation_id = (SELECT id FROM conversations WHERE low_id = least($1::int8, $3::int8) AND high_id = greatest($1::int8, $3::int8))`,
        [asha.id, seq, ben.id],
      );
    await ageUntil(60);
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

    // Between two reported messages, only those near one of them.
    const seqsOf = async (query: string, of: number) => {
      const path = `GET /api/moderation/reports/${of}/context?${query}`;
      return (await server.call(path, mod.token)).body.data.messages.map(({ seq }: { seq: number }) => seq);
    };
    for (let n = 81; n <= 180; n += 1) await write(n % 2 === 0 ? ben : asha, n % 2 === 0 ? asha : ben, `said ${n}`);
    await ageUntil(160);
    const far = await report(asha, { kind: 'message', id: ben.id, seqs: [10, 176] });
    expect(await seqsOf('after=55', far)).toEqual([56, 57, 58, 59, 60]);
    expect(await seqsOf('after=60', far)).toEqual([]);
    expect(await seqsOf('before=128', far)).toEqual([126, 127]);
    expect(await seqsOf('after=100', far)).toEqual([]);

    expect([(await look('')).code, (await look('after=1&before=9')).code]).toEqual(['INVALID', 'INVALID']);
    await query('INSERT INTO moderators (user_id, by_setting) VALUES ($1, false)', [asha.id]);
    expect((await look('after=66', asha)).code).toBe('FORBIDDEN');
    // Other members can't have the name of a current moderator.
    await query('DELETE FROM moderators WHERE user_id = $1', [asha.id]);
    const other = await report(asha, { kind: 'member', id: ben.id });
    expect((await server.call(`GET /api/moderation/reports/${other}/context?after=1`, mod.token)).status).toBe(404);
  });

  it('shows up to 500 messages of the preceding week', async () => {
    const [mod, asha, ben] = [await moderator(), await server.signUp('Asha'), await server.signUp('Ben')];
    await server.call('POST /api/messages', ben.token, { receiver_id: asha.id, content: 'Hi' });
    const written = (more: string) =>
      `conversation_id = (SELECT max(conversation_id) FROM memberships WHERE user_id = ${ben.id}) ${more}`;
    await query(
      `INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
       SELECT conversation_id, n, sender_id, n, 'said ' || n, now() - (600 - n) * interval '1 minute' - CASE WHEN n <= 250 THEN interval '8 days' ELSE '0' END
       FROM messages, generate_series(2, 600) n WHERE ${written('AND seq = 1')}`,
      [],
    );
    const id = await report(asha, { kind: 'message', id: ben.id, seq: 600 });
    const look = async (before: number) => {
      const path = `GET /api/moderation/reports/${id}/context?before=${before}`;
      const { messages, has_more } = (await server.call(path, mod.token)).body.data;
      return [messages.map(({ seq }: { seq: number }) => seq), has_more];
    };
    expect(await look(260)).toEqual([[251, 252, 253, 254, 255, 256, 257, 258, 259], false]);
    expect(await look(262)).toEqual([Array.from({ length: 10 }, (_, n) => 252 + n), true]);
    await query(`UPDATE messages SET created_at = now() WHERE ${written('')}`, []);
    expect(await look(103)).toEqual([[100, 101, 102], false]);
    // Later messages are limited by their number only.
    const early = await report(asha, { kind: 'message', id: ben.id, seq: 10 });
    const after = await server.call(`GET /api/moderation/reports/${early}/context?after=58`, mod.token);
    expect(after.body.data).toMatchObject({ messages: [{ seq: 59 }, { seq: 60 }], has_more: false });
  });

  it('shows at most twenty of the reports about the subject, including the opened one and the moderator’s own; all are decided together', async () => {
    const { mod, ben } = await scene();
    const ids: number[] = [];
    for (const by of await addMembers(server.database, 25, server.jwtSecret))
      ids.push(await report(by, { kind: 'member', id: ben.id }));
    const own = await report(mod, { kind: 'member', id: ben.id });
    const last = ids.at(-1) ?? 0;
    const shown = await caseOf(mod, last);
    expect(shown.reports).toHaveLength(20);
    expect(shown.further_reports).toBe(7);
    expect(shown.reports.slice(-2).map((each: { id: number }) => each.id)).toEqual([last, own]);
    expect(shown.may_decide).toBe(false);
    const [other, first] = [await moderator(), ids[0] ?? 0];
    expect((await caseOf(other, first)).reports).toHaveLength(20);
    expect((await decide(other, first, 'dismiss')).status).toBe(200);
    const { rows } = await query('SELECT id FROM reports WHERE member_id = $1 AND decided_at IS NULL', [ben.id]);
    expect(rows).toEqual([]);
  });

  it("isn't in any list or count of the reported moderator, open or decided", async () => {
    const { mod, asha, ben } = await scene();
    const [other, conversation] = [await moderator(), await formTeam(server, ben, [asha, mod])];
    const queueOf = async (by: TestMember, state: string) => {
      const { data } = (await server.call(`GET /api/moderation/reports?state=${state}&limit=100`, by.token)).body;
      return { open: data.open, ids: data.reports.map(({ id }: { id: number }) => id) };
    };
    const before = [await queueOf(mod, 'open'), await queueOf(other, 'open')];
    await sayInTeam(server, conversation.conversationId, [
      [ben, 'One'],
      [mod, 'Two'],
    ]);
    const said = { kind: 'message', conversation_id: conversation.conversationId };
    const ids = [await report(asha, { kind: 'member', id: mod.id }), await report(asha, { ...said, seq: 1 })];
    expect((await queueOf(mod, 'open')).open).toBe(before[0]?.open + 1);
    // The same report, now about the moderator's message, too.
    await report(asha, { ...said, seq: 1, seqs: [2] });
    expect(await queueOf(mod, 'open')).toEqual(before[0]);
    expect(await queueOf(other, 'open')).toEqual({
      open: before[1]?.open + 2,
      ids: [...(before[1]?.ids ?? []), ...ids],
    });
    for (const id of ids) expect((await decide(other, id, 'dismiss')).status).toBe(200);
    const decided = [await queueOf(mod, 'decided'), await queueOf(other, 'decided')].map((queue) =>
      ids.map((id) => queue.ids.includes(id)),
    );
    expect(decided).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  it('shows all reports that one decision covered, and none of them again in the history', async () => {
    const { mod, ben, id } = await scene();
    const second = await report(await server.signUp(), { kind: 'member', id: ben.id });
    await decide(mod, id, 'dismiss');
    const later = await report(await server.signUp(), { kind: 'member', id: ben.id });
    for (const reportId of [id, second]) {
      const { reports, histories } = await caseOf(mod, reportId);
      expect(reports.map((each: { id: number }) => each.id)).toEqual([id, second]);
      expect(histories[0].about.map((each: { id: number }) => each.id)).toEqual([later]);
    }
  });

  it('is neither read nor decided by the reported project’s current creator, or by another reported sender', async () => {
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
      expect((await server.call(`GET /api/moderation/reports/${id}`, mod.token)).status).toBe(404);
      expect((await decide(mod, id, 'dismiss')).status).toBe(404);
    }
  });

  it('names the team of a message in its conversation, and no team for a direct message', async () => {
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
    const reviews = (await notificationsOf(asha)).filter(([kind]: string[]) => kind === 'report:reviewed');
    const about = 'A moderator reviewed your report about a message from Ben';
    expect(reviews.map(([, title]: string[]) => title)).toEqual([about, `${about} in Rover`]);
  });
});
