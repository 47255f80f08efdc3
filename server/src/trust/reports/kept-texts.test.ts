import { dayMs } from '@sangam/shared/core/limits';
import type { MemberText } from '@sangam/shared/people/users';
import type { ProjectText } from '@sangam/shared/projects/projects';
import { formTeam, joinTeam, sayInTeam } from '@sangam/testing/chat/team';
import { stoppedClock } from '@sangam/testing/clocks';
import { decideOn, type ReportBody, reportTo, signUpModerator } from '@sangam/testing/moderating';
import { postProject } from '@sangam/testing/post-project';
import { sweepServer } from '@sangam/testing/sweep';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const clock = stoppedClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());

const sweep = (atMs: number) => sweepServer(server, stoppedClock(atMs));
const stored = async (table: 'kept_texts' | 'member_pictures', by: TestMember): Promise<number> =>
  (await server.database.pool.query(`SELECT FROM ${table} WHERE user_id = $1`, [by.id])).rows.length;
const evidenceOf = async (by: TestMember, body: ReportBody) => {
  const { rows } = await server.database.pool.query('SELECT evidence FROM reports WHERE id = $1', [
    await reportTo(server, by, body),
  ]);
  return rows[0]?.evidence;
};
const edit = (by: TestMember, page: object) => server.call('PATCH /api/users/profile', by.token, page);
/** A GIF of one pixel. Each upload counts as a new picture. */
const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
const upload = (by: TestMember) => server.call('PUT /api/users/picture', by.token, new Uint8Array(gif));
const newMembers = async <T extends readonly string[]>(...names: T) =>
  (await Promise.all(names.map((name) => server.signUp(name)))) as { [K in keyof T]: TestMember };

describe('a report of a member', () => {
  it('has the texts of their page in the last 30 days, each change with the texts that it replaced', async () => {
    const [asha, ben] = await newMembers('Asha', 'Ben');
    await edit(ben, { headline: 'Insult', about: 'More insults' });
    await edit(ben, { headline: 'Insult 2' });
    await edit(ben, { headline: 'Insult 2', about: '', name: 'Benjamin' });
    const { member } = await evidenceOf(asha, { kind: 'member', id: ben.id });
    expect(member).toMatchObject({ name: 'Benjamin', headline: 'Insult 2' });
    expect(member.earlier).toEqual([
      { headline: 'Insult', replaced_at: expect.stringMatching(/Z$/u) },
      { about: 'More insults', name: 'Ben', replaced_at: expect.stringMatching(/Z$/u) },
    ]);

    await sweep(clock.atMs + 29 * dayMs);
    expect(await stored('kept_texts', ben)).toBe(2);
    await sweep(clock.atMs + 31 * dayMs);
    expect(await stored('kept_texts', ben)).toBe(0);
  });

  it('has each text of the page from before a change', async () => {
    const [asha, ben] = await newMembers('Asha', 'Ben');
    const before: Record<MemberText, unknown> = {
      name: 'Bad Ben',
      college: 'Bad college',
      skills: ['Bad skill'],
      github_link: 'https://github.com/bad',
      headline: 'Bad headline',
      about: 'Bad words',
      looks_for: 'Bad people',
      takes_roles: ['Bad role'],
      links: ['https://bad.example'],
    };
    const after = { name: 'Ben', college: 'VIT', skills: ['Go'], github_link: 'https://github.com/ben' };
    const empty = { headline: '', about: '', looks_for: '', takes_roles: [], links: [] };
    expect((await edit(ben, before)).status).toBe(200);
    expect((await edit(ben, { ...after, ...empty })).status).toBe(200);
    const { member } = await evidenceOf(asha, { kind: 'member', id: ben.id });
    expect(member).toEqual({
      ...after,
      earlier: [
        { name: 'Ben', replaced_at: expect.any(String) },
        { ...before, replaced_at: expect.any(String) },
      ],
    });
  });

  it('keeps the texts that were shown the longest, however often they are changed afterwards', async () => {
    const [asha, ben] = await newMembers('Asha', 'Ben');
    await edit(ben, { headline: 'Harmless' });
    await edit(ben, { headline: 'Insult' });
    // The other parts of the page change while it is shown.
    for (let n = 1; n <= 3; n += 1) await edit(ben, { about: `About ${n}` });
    for (let n = 1; n <= 30; n += 1) await edit(ben, { headline: `Headline ${n}` });
    await server.database.pool.query(
      `UPDATE kept_texts SET at = at - interval '1 hour' WHERE user_id = $1 AND words->>'headline' = 'Harmless'`,
      [ben.id],
    );
    const { member } = await evidenceOf(asha, { kind: 'member', id: ben.id });
    expect(member.earlier).toHaveLength(20);
    const headlines = member.earlier.flatMap(({ headline }: { headline?: string }) => headline ?? []);
    expect(headlines.slice(0, 2)).toEqual(['Harmless', 'Insult']);
  });

  it('keeps the pictures that were shown the longest', async () => {
    const [ben] = await newMembers('Ben');
    await upload(ben);
    const { rows } = await server.database.pool.query('SELECT id FROM member_pictures WHERE user_id = $1', [ben.id]);
    clock.atMs += 60_000;
    for (let n = 1; n <= 22; n += 1) {
      await upload(ben);
      clock.atMs += 1_000;
    }
    expect(await stored('member_pictures', ben)).toBe(21);
    const kept = await server.database.pool.query('SELECT FROM member_pictures WHERE id = $1', [rows[0]?.id]);
    expect(kept.rows).toHaveLength(1);
  });

  it('has the texts that they wrote to the reporter besides messages, and none to others', async () => {
    const [asha, ben, carl] = await newMembers('Asha', 'Ben', 'Carl');
    const mine = await postProject(server, asha, { title: 'Mine', questions: ['Why?'] });
    await server.call('POST /api/project-requests', ben.token, {
      project_id: mine,
      message: 'You need me, fool',
      answers: [{ question: 'Why?', answer: 'Since you can’t' }],
    });
    const theirs = await postProject(server, ben, { title: 'Theirs' });
    const invited = await server.call(`POST /api/projects/${theirs}/invitations`, ben.token, {
      user_id: asha.id,
      message: 'Come, idiot',
    });
    const withdraw = `DELETE /api/invitations/${invited.body.data.invitation.id}`;
    expect((await server.call(withdraw, ben.token)).status).toBe(200);
    const ask = async (by: TestMember, word: string) => {
      const requested = await server.call('POST /api/project-requests', by.token, { project_id: theirs });
      const path = `/api/project-requests/${requested.body.data.request.id}`;
      expect((await server.call(`PUT ${path}/status`, ben.token, { status: 'rejected', word })).status).toBe(200);
      return path;
    };
    await ask(carl, 'Not you');
    // Reopening the request removes the note from it.
    const asked = await ask(asha, 'Never, loser');
    expect((await server.call(`POST ${asked}/reopen`, ben.token)).status).toBe(200);
    const { notes } = await evidenceOf(asha, { kind: 'member', id: ben.id });
    const at = expect.stringMatching(/Z$/u);
    expect(notes).toHaveLength(3);
    expect(notes).toEqual(
      expect.arrayContaining([
        { kind: 'join_request', project: 'Mine', text: 'You need me, fool\n\nWhy?\nSince you can’t', at },
        { kind: 'invitation', project: 'Theirs', text: 'Come, idiot', at },
        { kind: 'end_note', project: 'Theirs', text: 'Never, loser', at },
      ]),
    );
  });

  it('has up to 100 short notes, or the newest twenty long ones', async () => {
    const [asha, ben] = [await server.signUp(), await server.signUp()];
    const project = await postProject(server, ben);
    const add = (from: number, to: number, text: string) =>
      server.database.pool.query(
        `INSERT INTO kept_texts (user_id, project_id, reader_id, words, at)
         SELECT $1, $2, $3, jsonb_build_object('note', n || $4), now() - interval '1 day' + n * interval '1 minute' FROM generate_series($5::int, $6::int) n`,
        [ben.id, project, asha.id, text, from, to],
      );
    const noted = async () =>
      (await evidenceOf(asha, { kind: 'member', id: ben.id })).notes.map(({ text }: { text: string }) => text.length);
    await add(100, 219, ' insult');
    expect(await noted()).toHaveLength(100);
    await server.database.db.updateTable('reports').set({ decided_at: new Date(), decision: 'dismiss' }).execute();
    await add(220, 249, 'long '.repeat(1_000));
    expect(await noted()).toEqual(Array.from({ length: 20 }, () => 5_003));
  });

  it('adds later notes when it is repeated', async () => {
    const [asha, ben] = await newMembers('Asha', 'Ben');
    const team = await formTeam(server, ben, [asha]);
    expect((await evidenceOf(asha, { kind: 'member', id: ben.id })).notes).toBeUndefined();
    await server.call(`DELETE /api/projects/${team.projectId}/members/${asha.id}`, ben.token, { word: 'Out, loser' });
    expect((await evidenceOf(asha, { kind: 'member', id: ben.id })).notes).toMatchObject([{ text: 'Out, loser' }]);
  });

  it('adds notes and messages at the same time', async () => {
    const [asha, ben] = await newMembers('Asha', 'Ben');
    const { projectId, conversationId: conversation_id } = await formTeam(server, ben, [asha]);
    await sayInTeam(server, conversation_id, [
      [ben, 'Insult'],
      [ben, 'Worse insult'],
    ]);
    const first = await evidenceOf(asha, { kind: 'message', conversation_id, seqs: [2] });
    await server.call(`DELETE /api/projects/${projectId}/members/${asha.id}`, ben.token, { word: 'Out, loser' });
    const { seqs, notes } = await evidenceOf(asha, { kind: 'message', conversation_id, member_id: ben.id });
    expect([first.seqs, seqs, first.notes]).toEqual([[2], [2, 1], undefined]);
    expect(notes).toMatchObject([{ text: 'Out, loser' }]);
  });

  it('loses nothing when it is repeated after the texts were deleted', async () => {
    const [asha, ben] = await newMembers('Asha', 'Ben');
    await upload(ben);
    const team = await formTeam(server, ben, [asha]);
    await server.call(`DELETE /api/projects/${team.projectId}/members/${asha.id}`, ben.token, { word: 'Out, loser' });
    const before = await evidenceOf(asha, { kind: 'member', id: ben.id });
    await sweep(clock.atMs + 31 * dayMs);
    for (let n = 1; n <= 22; n += 1) await upload(ben);
    const second = await formTeam(server, ben, [asha]);
    await server.call(`DELETE /api/projects/${second.projectId}/members/${asha.id}`, ben.token, { word: 'Again' });
    const { member, notes } = await evidenceOf(asha, { kind: 'member', id: ben.id });
    expect(member.pictures.slice(0, 1)).toEqual(before.member.pictures);
    expect(member.pictures.length).toBeGreaterThan(20);
    expect(notes).toMatchObject([{ text: 'Out, loser' }, { text: 'Again' }]);
  });

  it('has the current page when it is repeated, and the reported one as an earlier page', async () => {
    const [asha, ben] = await newMembers('Asha', 'Ben');
    await edit(ben, { headline: 'Insult', about: 'Same' });
    const first = await evidenceOf(asha, { kind: 'member', id: ben.id });
    expect(first.member).toMatchObject({ headline: 'Insult' });
    expect((await evidenceOf(asha, { kind: 'member', id: ben.id })).member).toEqual(first.member);
    await edit(ben, { headline: 'Worse insult' });
    // Replaced too long ago to be in a new report.
    await server.database.pool.query('DELETE FROM kept_texts WHERE user_id = $1', [ben.id]);
    await edit(ben, { headline: 'Harmless' });
    const { member } = await evidenceOf(asha, { kind: 'member', id: ben.id });
    expect(member).toMatchObject({ headline: 'Harmless', about: 'Same' });
    expect(member.earlier.flatMap(({ headline = [] }) => headline)).toEqual(['Worse insult', 'Insult']);
    expect((await evidenceOf(asha, { kind: 'member', id: ben.id })).member).toEqual(member);
  });

  it('has the pictures of the last 30 days, which only moderators can read', async () => {
    const [asha, ben] = await newMembers('Asha', 'Ben');
    for (const _ of [1, 2]) {
      await upload(ben);
      clock.atMs += 1_000;
    }
    await server.call('DELETE /api/users/picture', ben.token);
    const { rows: shown } = await server.database.pool.query(
      'SELECT id FROM member_pictures WHERE user_id = $1 ORDER BY ended_at',
      [ben.id],
    );
    await sweep(clock.atMs + 29 * dayMs);
    const moderator = await signUpModerator(server);
    const id = await reportTo(server, asha, { kind: 'member', id: ben.id });
    const { body } = await server.call(`GET /api/moderation/reports/${id}`, moderator.token);
    const [{ evidence, picture_urls }] = body.data.reports;
    expect(evidence.member.pictures).toEqual(shown.map((row) => row.id));
    for (const url of picture_urls) expect((await fetch(server.url + url)).status).toBe(200);
    await upload(ben);
    await server.call('DELETE /api/users/picture', ben.token);
    expect(await stored('member_pictures', ben)).toBe(3);
    // The reported pictures are kept from the time of the report.
    await sweep(clock.atMs + 1_000 + 30 * dayMs);
    expect(await stored('member_pictures', ben)).toBe(0);
  });

  it('keeps no text from a page that is erased', async () => {
    const [ben] = await newMembers('Ben');
    await edit(ben, { headline: 'Insult' });
    await server.database.pool.query(
      "UPDATE users SET headline = '', name = 'Former member', email = $2 WHERE id = $1",
      [ben.id, `former-${ben.id}`],
    );
    expect(await stored('kept_texts', ben)).toBe(0);
  });
});

it('a former member’s report has the message with which they were removed', async () => {
  const [asha, ben] = await newMembers('Asha', 'Ben');
  const team = await formTeam(server, ben, [asha]);
  await sayInTeam(server, team.conversationId, [[ben, 'insult']]);
  await server.call(`DELETE /api/projects/${team.projectId}/members/${asha.id}`, ben.token, { word: 'Out, loser' });
  const about = { conversation_id: team.conversationId, member_id: ben.id };
  const id = await reportTo(server, asha, { kind: 'message', ...about });
  const moderator = await signUpModerator(server);
  const { body } = await server.call(`GET /api/moderation/reports/${id}`, moderator.token);
  expect(body.data.reports[0].evidence).toMatchObject({
    messages: [{ content: 'insult' }],
    notes: [{ kind: 'end_note', project: 'Rover', text: 'Out, loser' }],
  });
});

it('a note still counts as its author’s after a transfer of the project', async () => {
  const [asha, ben, carl] = await newMembers('Asha', 'Ben', 'Carl');
  const team = await formTeam(server, ben, [asha, carl]);
  await server.call(`DELETE /api/projects/${team.projectId}/members/${asha.id}`, ben.token, { word: 'Out, loser' });
  await server.call(`PUT /api/projects/${team.projectId}/offer`, ben.token, { user_id: carl.id });
  const accepted = await server.call(`PUT /api/projects/${team.projectId}/offer/status`, carl.token, {
    status: 'accepted',
  });
  expect(accepted.status).toBe(200);
  expect((await evidenceOf(asha, { kind: 'member', id: carl.id })).notes).toBeUndefined();
  expect((await evidenceOf(asha, { kind: 'member', id: ben.id })).notes).toMatchObject([{ text: 'Out, loser' }]);
});

describe('a report of a project', () => {
  it('has its texts of the last 30 days, even after the project is deleted', async () => {
    const [asha, ben] = await newMembers('Asha', 'Ben');
    const id = await postProject(server, ben, { title: 'Insult', description: 'Insults' });
    await server.call(`PATCH /api/projects/${id}`, ben.token, { title: 'Harmless', description: 'Second' });
    await server.call(`DELETE /api/projects/${id}`, ben.token);
    const { project } = await evidenceOf(asha, { kind: 'project', id });
    expect(project).toEqual({
      title: 'Harmless',
      description: 'Second',
      earlier: [{ title: 'Insult', description: 'Insults', replaced_at: expect.any(String) }],
    });
    const moderator = await signUpModerator(server);
    const report = await reportTo(server, asha, { kind: 'project', id });
    const { body } = await server.call(`GET /api/moderation/reports/${report}`, moderator.token);
    expect(body.data).toMatchObject({ kind: 'project', project: { id, title: 'Harmless' }, project_deleted: true });
    expect((await decideOn(server, moderator, report, { decision: 'hide' })).body.code).toBe('PROJECT_NOT_FOUND');
    expect((await decideOn(server, moderator, report, { decision: 'warn' })).status).toBe(200);
    await sweep(clock.atMs + 31 * dayMs);
    const [carl] = await newMembers('Carl');
    const late = await server.call('POST /api/reports', carl.token, { kind: 'project', id, reason: 'spam' });
    expect(late.body.code).toBe('PROJECT_NOT_FOUND');
  });

  const bad: Record<ProjectText, unknown> = {
    title: 'Bad title',
    description: 'Bad words',
    timeline: 'Bad weeks',
    required_skills: ['Bad skill'],
    questions: ['Bad question?'],
    roles: [
      { name: 'Bad role', seats: 1, skills: ['Bad role skill'] },
      { name: 'Other bad role', seats: 1 },
    ],
  };
  const { required_skills: skills, ...others } = bad;
  const asReported = { ...others, skills, roles: ['Bad role: Bad role skill', 'Other bad role'] };

  it('has each text of the project from before a change', async () => {
    const [asha, ben] = await newMembers('Asha', 'Ben');
    const id = await postProject(server, ben, bad);
    const page = await server.call(`GET /api/projects/${id}`, ben.token);
    const [{ id: role }] = page.body.project.roles;
    const after = { title: 'Rover', description: 'On Mars', timeline: '', required_skills: [], questions: [] };
    const roles = [{ id: role, name: 'Driver', seats: 2 }];
    expect((await server.call(`PATCH /api/projects/${id}`, ben.token, { ...after, roles })).status).toBe(200);
    const more = { roles: [...roles, { name: 'Cook', seats: 1 }] };
    expect((await server.call(`PATCH /api/projects/${id}`, ben.token, more)).status).toBe(200);
    const { project } = await evidenceOf(asha, { kind: 'project', id });
    expect(project).toEqual({
      ...{ title: 'Rover', description: 'On Mars', roles: ['Driver', 'Cook'] },
      earlier: [
        { ...asReported, roles: expect.arrayContaining(asReported.roles), replaced_at: expect.stringMatching(/Z$/u) },
      ],
    });
    expect(project.earlier[0].roles).toHaveLength(2);
  });

  it('has each text of a deleted project, however often it changed before', async () => {
    const [asha, ben] = await newMembers('Asha', 'Ben');
    const id = await postProject(server, ben);
    for (let n = 1; n <= 21; n += 1)
      await server.call(`PATCH /api/projects/${id}`, ben.token, { description: `Words ${n}` });
    // Each text was shown for longer than the last one.
    await server.database.pool.query("UPDATE kept_texts SET at = at - interval '1 day' + id * interval '1 hour'");
    expect((await server.call(`PATCH /api/projects/${id}`, ben.token, bad)).status).toBe(200);
    expect((await server.call(`DELETE /api/projects/${id}`, ben.token)).status).toBe(200);
    const { project } = await evidenceOf(asha, { kind: 'project', id });
    const { earlier, ...texts } = project;
    expect(texts).toEqual({ ...asReported, roles: expect.arrayContaining(asReported.roles) });
    expect(earlier).toHaveLength(20);
    expect(JSON.stringify(earlier)).not.toContain('Bad');
  });

  it('has the current page when it is repeated, even if the creator has changed', async () => {
    const [asha, ben, carl] = await newMembers('Asha', 'Ben', 'Carl');
    const { projectId: id } = await formTeam(server, ben, [carl]);
    await server.call(`PATCH /api/projects/${id}`, ben.token, { title: 'Insult', timeline: 'Never, losers' });
    const first = await evidenceOf(asha, { kind: 'project', id });
    expect(first.project).toMatchObject({ title: 'Insult', timeline: 'Never, losers' });
    expect(await evidenceOf(asha, { kind: 'project', id })).toEqual(first);
    await server.call(`PUT /api/projects/${id}/offer`, ben.token, { user_id: carl.id });
    expect((await server.call(`PUT /api/projects/${id}/offer/status`, carl.token, { status: 'accepted' })).status).toBe(
      200,
    );
    await server.call(`PATCH /api/projects/${id}`, carl.token, { title: 'Worse insult', timeline: '' });
    const { project } = await evidenceOf(asha, { kind: 'project', id });
    expect(project).toMatchObject({ title: 'Worse insult' });
    expect(project).not.toHaveProperty('timeline');
    expect(project.earlier).toMatchObject([
      { title: 'Rover' },
      { title: 'Insult', timeline: 'Never, losers', replaced_at: expect.stringMatching(/Z$/u) },
    ]);
    const moderator = await signUpModerator(server);
    const report = await reportTo(server, asha, { kind: 'project', id });
    const { body } = await server.call(`GET /api/moderation/reports/${report}`, moderator.token);
    expect(body.data.reports[0].evidence).toEqual({ project });
  });

  it('is refused for a project that was hidden when it was deleted', async () => {
    const [asha, ben] = await newMembers('Asha', 'Ben');
    const id = await postProject(server, ben);
    await server.database.pool.query('UPDATE projects SET hidden_at = now() WHERE id = $1', [id]);
    expect((await server.call(`DELETE /api/projects/${id}`, ben.token)).status).toBe(200);
    const refused = await server.call('POST /api/reports', asha.token, { kind: 'project', id, reason: 'spam' });
    expect(refused.body.code).toBe('PROJECT_NOT_FOUND');
  });

  it('is listed without its texts', async () => {
    const [asha, ben] = await newMembers('Asha', 'Ben');
    const id = await postProject(server, ben, { title: 'Rover', description: 'Insults' });
    await server.call(`PATCH /api/projects/${id}`, ben.token, { description: 'Nice' });
    await joinTeam(server, id, ben, asha);
    const report = await reportTo(server, asha, { kind: 'project', id });
    const moderator = await signUpModerator(server);
    const { body } = await server.call('GET /api/moderation/reports', moderator.token);
    expect(body.data.reports).toContainEqual(expect.objectContaining({ id: report, title: 'Rover' }));
    expect(JSON.stringify(body)).not.toContain('Insults');
  });
});
