import { dayMs } from '@sangam/shared/core/limits';
import type { MemberText } from '@sangam/shared/people/users';
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
/** A GIF of one pixel. Each upload counts as a new picture. */
const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
const upload = (member: TestMember) => server.call('PUT /api/users/picture', member.token, new Uint8Array(gif));
const edit = (member: TestMember, body: object) => server.call('PATCH /api/users/profile', member.token, body);
const report = async (by: TestMember, id: number): Promise<number> =>
  (await server.call('POST /api/reports', by.token, { kind: 'member', id, reason: 'sexual' })).body.data.id;
const caseOf = (by: TestMember, id: number) => moderating.caseOf(server, by, id);
const remove = (by: TestMember, id: number, parts: unknown, decision = 'remove', words = '') =>
  server.call(`PUT /api/moderation/reports/${id}/decision`, by.token, {
    decision,
    words,
    reason: 'sexual',
    note: 'Seen',
    ...(parts === undefined ? {} : { parts }),
  });
const pictureOf = async (member: TestMember) =>
  (await server.call(`GET /api/pictures?ids=${member.id}`, member.token)).body.data.pictures[0];
const status = async (address: string) => (await fetch(server.url + address)).status;
const texts = {
  headline: 'Buy my watches',
  about: 'Cheap',
  looks_for: 'Buyers',
  takes_roles: ['Seller', 'Dealer'],
  college: 'Watch shop',
  skills: ['Cheap watches'],
  github_link: 'https://github.com/watches',
  links: ['https://spam.example/x'],
} satisfies Record<Exclude<MemberText, 'name'>, unknown>;
/** Creates a moderator, a reporter, and a reported member with a picture and all texts. */
const scene = async () => {
  const [mod, asha, ben] = [await moderator(), await server.signUp('Asha'), await server.signUp('Ben')];
  await upload(ben);
  await edit(ben, texts);
  return { mod, asha, ben, id: await report(asha, ben.id) };
};

describe('a reported picture', () => {
  it('is visible to moderators only, for 30 days even after the member has replaced or removed it', async () => {
    const { mod, asha, ben, id } = await scene();
    const own = await pictureOf(ben);
    await upload(ben);
    const [{ picture_urls, evidence }] = (await caseOf(mod, id)).reports;
    expect([evidence.member.pictures, picture_urls]).toEqual([[own.picture], [expect.stringContaining(own.picture)]]);
    expect([await status(picture_urls[0]), await status(own.url)]).toEqual([200, 404]);
    await server.call('DELETE /api/users/picture', ben.token);
    expect(await status(picture_urls[0])).toBe(200);
    expect((await caseOf(asha, id)) ?? null).toBeNull();
    // The address works for nobody else.
    expect(await status(picture_urls[0].replace(`m=${mod.id}`, `m=${asha.id}`))).toBe(404);
    await query('DELETE FROM moderators WHERE user_id = $1', [mod.id]);
    expect(await status(picture_urls[0])).toBe(404);
    await query('INSERT INTO moderators (user_id, by_setting) VALUES ($1, false)', [mod.id]);
    await query('UPDATE member_pictures SET reported_until = $2 WHERE id = $1', [own.picture, new Date()]);
    expect(await status(picture_urls[0])).toBe(404);
  });

  it('stays in the report when another picture is added to it, and both are kept', async () => {
    const { mod, asha, ben, id } = await scene();
    const first = (await pictureOf(ben)).picture;
    await upload(ben);
    const second = (await pictureOf(ben)).picture;
    expect(await report(asha, ben.id)).toBe(id);
    const [{ evidence, picture_urls }] = (await caseOf(mod, id)).reports;
    expect(evidence.member.pictures).toEqual([first, second]);
    for (const url of picture_urls) expect(await status(url)).toBe(200);
    const { rows } = await query('SELECT reported_until FROM member_pictures WHERE user_id = $1', [ben.id]);
    for (const { reported_until } of rows) expect(+reported_until - Date.now()).toBeGreaterThan(29 * dayMs);
  });
});

describe('removing from a page', () => {
  it('removes the chosen parts, notifies the member with the reason, and is recorded', async () => {
    const { mod, asha, ben, id } = await scene();
    const other = await server.signUp();
    const second = await report(other, ben.id);
    const socket = await server.connect(ben);
    const received: string[] = [];
    socket.onAny((event: string) => received.push(event));
    const answer = await remove(mod, id, ['picture', 'headline'], 'remove', 'No advertising, please.');
    expect([answer.status, answer.body.data.decided.decision]).toEqual([200, 'remove']);
    expect(await pictureOf(ben)).toBeUndefined();
    const { user } = (await server.call('GET /api/auth/me', ben.token)).body;
    const { headline: _, ...others } = texts;
    expect(user).toMatchObject(others);
    expect(user).not.toHaveProperty('headline');
    const inbox = (await server.call('GET /api/inbox', ben.token)).body.data.items;
    expect(inbox).toMatchObject([
      { kind: 'account:warned', title: 'A moderator removed your picture and headline: Sexual content' },
    ]);
    const { rows } = await query("SELECT * FROM audit_entries WHERE member_id = $1 AND kind = 'page:removed'", [
      ben.id,
    ]);
    expect(rows).toMatchObject([
      { actor_id: mod.id, details: { report_id: id, parts: ['picture', 'headline'], reason: 'sexual', note: 'Seen' } },
    ]);
    const { rows: emails } = await query("SELECT payload FROM jobs WHERE kind = 'mail:moderated'", []);
    expect(JSON.stringify(emails)).not.toContain('Seen');
    const activity = (await server.call('GET /api/account/activity', ben.token)).body.data.entries;
    expect(activity[0]).toMatchObject({
      kind: 'page:removed',
      details: { parts: ['picture', 'headline'], words: 'No advertising, please.' },
    });
    expect(inbox[0].link).toBe(`/settings/account#activity-${activity[0].id}`);
    expect(JSON.stringify(activity)).not.toContain('Seen');
    // All reports about the member are decided, and the picture can still be read as evidence.
    for (const reportId of [id, second])
      expect((await caseOf(mod, reportId)).decided).toMatchObject({ decision: 'remove' });
    expect(await status((await caseOf(mod, id)).reports[0].picture_urls[0])).toBe(200);
    expect(received).toEqual(expect.arrayContaining(['picture:changed', 'profile:changed', 'inbox:changed']));
    const reporters = (await server.call('GET /api/inbox', asha.token)).body.data.items;
    expect(reporters.map(({ kind }: { kind: string }) => kind)).toEqual(['report:reviewed']);
    expect((await remove(mod, id, ['picture'])).body.code).toBe('REPORT_DECIDED');
  });

  it('keeps parts that the member has changed since the report', async () => {
    const { mod, ben, id } = await scene();
    await upload(ben);
    await edit(ben, { headline: 'Builds rovers' });
    await remove(mod, id, ['picture', 'headline', 'about', 'looks_for', 'links']);
    expect(await pictureOf(ben)).toBeDefined();
    const { user } = (await server.call('GET /api/auth/me', ben.token)).body;
    expect(user.headline).toBe('Builds rovers');
    for (const part of ['about', 'looks_for', 'links']) expect(user).not.toHaveProperty(part);
    const { rows } = await query("SELECT details FROM audit_entries WHERE member_id = $1 AND kind = 'page:removed'", [
      ben.id,
    ]);
    expect(rows[0].details.parts).toEqual(['about', 'looks_for', 'links']);
  });

  it('removes each text but the name, and an incomplete page is no longer listed', async () => {
    const { mod, ben, id } = await scene();
    await edit(ben, { listed: true });
    expect((await remove(mod, id, Object.keys(texts))).status).toBe(200);
    const { user } = (await server.call('GET /api/auth/me', ben.token)).body;
    expect(user).toMatchObject({ name: 'Ben', college: '', skills: [], github_link: null, listed: false });
    for (const part of ['headline', 'about', 'looks_for', 'takes_roles', 'links'])
      expect(user).not.toHaveProperty(part);
    const [removal] = (await server.call('GET /api/inbox', ben.token)).body.data.items;
    expect(removal.title).toBe(
      'A moderator removed your headline, text about you, text about what you look for, roles, college, skills, GitHub link, and links: Sexual content',
    );
  });

  it('is refused once the member has changed all of them', async () => {
    const { mod, ben, id } = await scene();
    await edit(ben, { headline: 'Builds rovers' });
    const { status, body } = await remove(mod, id, ['headline']);
    expect([status, body.code, body.message]).toEqual([400, 'INVALID', expect.stringContaining('has changed')]);
    expect((await caseOf(mod, id)).decided).toBeNull();
    const { entries } = (await server.call('GET /api/account/activity', ben.token)).body.data;
    expect(entries.map(({ kind }: { kind: string }) => kind)).not.toContain('page:removed');
    expect((await server.call('GET /api/inbox', ben.token)).body.data.items).toEqual([]);
  });

  it("requires a report about a member, the parts to remove, and a moderator who isn't involved", async () => {
    const { mod, asha, ben, id } = await scene();
    for (const parts of [undefined, [], ['name'], 'picture'])
      expect((await remove(mod, id, parts)).body.code).toBe('INVALID');
    expect((await remove(mod, id, ['picture'], 'warn')).body.code).toBe('INVALID');
    expect((await remove(asha, id, ['picture'])).body.code).toBe('FORBIDDEN');
    await query('INSERT INTO moderators (user_id, by_setting) VALUES ($1, false)', [asha.id]);
    expect((await remove(asha, id, ['picture'])).body.code).toBe('FORBIDDEN');
    const project = await postProject(server, ben);
    const about = { kind: 'project', id: project, reason: 'spam' };
    const other = (await server.call('POST /api/reports', asha.token, about)).body.data.id;
    expect((await remove(mod, other, ['picture'])).body.code).toBe('INVALID');
    expect(await pictureOf(ben)).toBeDefined();
  });
});
