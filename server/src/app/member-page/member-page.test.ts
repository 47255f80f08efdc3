import { type AddedMember, addMembers, takeFrom } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { type Reply, startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/lib/clock.js';
import { createReadMemberPage } from './service.js';

let server: TestServer;
let pool: AddedMember[];
beforeAll(async () => {
  server = await startTestServer({
    env: { MESSAGE_REQUESTS: 'on', COLLEGE_DOMAINS: 'iitb.example=IIT Bombay, vit.example=VIT' },
  });
  pool = await addMembers(server.database, 60, server.jwtSecret);
});
afterAll(() => server.close());

const query = (text: string, values: unknown[]) => server.database.pool.query(text, values);
const page = (reader: AddedMember | null, member: { id: number }, as = ''): Promise<Reply> =>
  server.call(`GET /api/people/${member.id}${as && `?as=${as}`}`, reader?.token);
const seenAs = async (reader: AddedMember, member: { id: number }) =>
  (await page(reader, member)).body.data?.person.profile.seen_as ?? null;
const facts = {
  headline: 'Builds rovers',
  about: 'Third year.\nLikes maps.',
  looks_for: 'A designer',
  links: ['https://example.org/me', 'example.com'],
  shows_time_zone: true,
};
const edit = (member: AddedMember, body: object) => server.call('PATCH /api/users/profile', member.token, body);
const list = (member: AddedMember, listed = true) => edit(member, { college: 'IIT Bombay', skills: ['React'], listed });
const post = (by: AddedMember): Promise<number> => postProject(server, by);
const seat = (project: number, member: { id: number }) =>
  query('INSERT INTO project_members (project_id, user_id) VALUES ($1, $2)', [project, member.id]);
const two = () => takeFrom(pool, 2);

describe('a member’s own profile', () => {
  it("accepts each new field alone, leaves the others unchanged, and still accepts the specification's call", async () => {
    const [asha] = two();
    expect((await edit(asha, facts)).body.data.user).toMatchObject({
      ...facts,
      links: ['https://example.org/me', 'https://example.com'],
    });
    const put = await server.call('PUT /api/users/profile', asha.token, {
      name: 'Asha',
      college: 'IIT',
      skills: ['Go'],
    });
    expect(put.body.user).toMatchObject({ name: 'Asha', college: 'IIT', headline: 'Builds rovers' });
    expect((await edit(asha, { headline: '' })).body.user).toMatchObject({ about: facts.about });
    expect((await server.call('GET /api/auth/me', asha.token)).body.user).not.toHaveProperty('headline');
    expect((await server.call('GET /api/auth/me', asha.token)).body.user).toMatchObject({ looks_for: 'A designer' });
  });

  it('refuses an empty name, college or skills, and a GitHub link to another site', async () => {
    const [asha] = two();
    const put = { name: 'Asha', college: 'IIT', skills: ['Go'], github_link: 'https://github.com/asha' };
    const faults = async (change: object) =>
      ((await server.call('PUT /api/users/profile', asha.token, { ...put, ...change })).body.errors ?? []).map(
        ({ field }: { field: string }) => field,
      );
    expect(await faults({ name: ' ', college: '', skills: [' '], github_link: 'https://example.org/asha' })).toEqual([
      'name',
      'college',
      'skills',
      'github_link',
    ]);
    expect((await edit(asha, { skills: [] })).body.errors).toMatchObject([{ field: 'skills' }]);
    expect(await faults({})).toEqual([]);
    expect((await edit(asha, { github_link: '' })).body.user).toMatchObject({ college: 'IIT', github_link: null });
  });

  it('refuses other links, long texts, and a listing without college and skills', async () => {
    const [asha] = two();
    const wrong = async (body: object) => (await edit(asha, body)).body.errors?.[0]?.field ?? 'accepted';
    for (const link of ['http://example.org', 'javascript:alert(1)', 'https://me:pw@example.org', 'https://localhost'])
      expect([link, await wrong({ links: [link] })]).toEqual([link, 'links']);
    expect(await wrong({ links: Array(4).fill('https://example.org') })).toBe('links');
    expect(await wrong({ headline: 'x'.repeat(101) })).toBe('headline');
    expect(await wrong({ about: 'x'.repeat(1_001) })).toBe('about');
    expect(await wrong({ looks_for: 'x'.repeat(201) })).toBe('looks_for');
    expect(await wrong({ listed: true })).toBe('listed');
    expect(await wrong({ listed: true, college: 'IIT', skills: ['Go'] })).toBe('accepted');
  });
});

describe('a member’s page', () => {
  it('is shown to strangers only if the member is listed', async () => {
    const [reader, member] = two();
    await edit(member, facts);
    expect(await seenAs(reader, member)).toBe(null);
    await list(member);
    const { person } = (await page(reader, member)).body.data;
    expect(person).toEqual({
      id: member.id,
      name: expect.any(String),
      profile: {
        seen_as: 'stranger',
        college: 'IIT Bombay',
        skills: ['React'],
        headline: 'Builds rovers',
        about: facts.about,
        looks_for: 'A designer',
        github_link: null,
        links: ['https://example.org/me', 'https://example.com'],
        time_zone: 'Asia/Kolkata',
        email: '',
        runs: [],
        takes_part_in: [],
        finished: 0,
      },
    });
    await list(member, false);
    expect(await seenAs(reader, member)).toBe(null);
  });

  it('is hidden after 60 days without activity, and returns with the next activity', async () => {
    const [reader, member] = two();
    await list(member);
    await query(`UPDATE users SET active_on = (now() AT TIME ZONE 'UTC')::date - 59 WHERE id = $1`, [member.id]);
    expect(await seenAs(reader, member)).toBe('stranger');
    await query(`UPDATE users SET active_on = (now() AT TIME ZONE 'UTC')::date - 60 WHERE id = $1`, [member.id]);
    expect(await seenAs(reader, member)).toBe(null);
    await query('UPDATE users SET last_active = now() WHERE id = $1', [member.id]);
    expect(await seenAs(reader, member)).toBe('stranger');
  });

  it('is shown to members of the same team, with presence and email', async () => {
    const [reader, member] = two();
    const project = await post(reader);
    await seat(project, member);
    const here = { isActive: true, lastActive: new Date().toISOString() };
    await server.call('POST /api/users/update-status', member.token, here);
    const { profile } = (await page(reader, member)).body.data.person;
    expect(profile).toMatchObject({
      seen_as: 'team',
      presence: { id: member.id, is_online: true },
      takes_part_in: [{ id: project }],
      runs: [],
      email: expect.stringContaining('@'),
    });
    await server.call('PATCH /api/notification-choices', member.token, { presence_for: 'nobody' });
    expect((await page(reader, member)).body.data.person.profile.presence).toEqual({
      id: member.id,
      is_online: false,
      last_active: null,
    });
  });

  it('is shown to members who have talked, and to the receiver of a message request', async () => {
    const [reader, member] = two();
    await server.call('POST /api/messages', reader.token, { receiver_id: member.id, content: 'Hi' });
    expect([await seenAs(reader, member), await seenAs(member, reader)]).toEqual([null, 'member']);
    await server.call('POST /api/messages', member.token, { receiver_id: reader.id, content: 'Hello' });
    expect(await seenAs(reader, member)).toBe('member');
  });

  it("is shown to the receiver of a request until it is withdrawn; the receiver's page is shown to the sender as to a stranger", async () => {
    const [creator, applicant] = two();
    const project = await post(creator);
    expect([await seenAs(applicant, creator), await seenAs(creator, applicant)]).toEqual(['stranger', null]);
    const { body } = await server.call('POST /api/project-requests', applicant.token, { project_id: project });
    expect([await seenAs(applicant, creator), await seenAs(creator, applicant)]).toEqual(['stranger', 'member']);
    await server.call(`DELETE /api/project-requests/${body.data.request.id}`, applicant.token);
    expect(await seenAs(creator, applicant)).toBe(null);
  });

  it('is shown to all members while the member is the creator of a visible project; visitors see only the name', async () => {
    const [reader, creator] = two();
    await edit(creator, facts);
    expect((await page(null, creator)).status).toBe(404);
    const project = await post(creator);
    const visited = (await page(null, creator)).body.data;
    expect(visited).toEqual({ person: { id: creator.id, name: expect.any(String) } });
    expect((await page(reader, creator)).body.data.person.profile).toMatchObject({
      seen_as: 'stranger',
      runs: [{ id: project, title: 'Rover', state: 'open' }],
    });
    await query('UPDATE projects SET hidden_at = now() WHERE id = $1', [project]);
    expect([await seenAs(reader, creator), (await page(null, creator)).status]).toEqual([null, 404]);
    await list(creator);
    expect(await seenAs(reader, creator)).toBe('stranger');
    expect((await page(reader, creator)).body.data.person.profile.runs).toEqual([]);
    expect((await page(null, creator)).status).toBe(404);
  });

  it('answers for blocked, suspended, deleted and unlisted members as for an id that nobody has', async () => {
    const plain = ({ status, headers, body }: Reply) => {
      const { request_id: _, ...rest } = body;
      const names = [...headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name));
      return { status, names, length: headers.get('content-length'), rest };
    };
    const [reader, blocked] = two();
    const [suspended, deleted] = two();
    const [unlisted, blocking] = two();
    for (const member of [blocked, suspended, deleted, blocking]) await list(member);
    for (const member of [blocked, suspended]) await seat(await post(reader), member);
    await server.call(`PUT /api/blocks/${blocked.id}`, reader.token);
    await server.call(`PUT /api/blocks/${reader.id}`, blocking.token);
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [suspended.id]);
    await query('UPDATE users SET deleted_at = now() WHERE id = $1', [deleted.id]);
    const nobody = plain(await page(reader, { id: 999_999_999 }));
    expect(nobody).toMatchObject({ status: 404, rest: { success: false, code: 'USER_NOT_FOUND' } });
    for (const member of [blocked, blocking, suspended, deleted, unlisted])
      expect(plain(await page(reader, member))).toEqual(nobody);
    const unseen = plain(await page(null, { id: 999_999_999 }));
    for (const member of [suspended, deleted, unlisted]) expect(plain(await page(null, member))).toEqual(unseen);
  });

  it('is read by the same statements for a hidden member as for an id that nobody has', async () => {
    const [reader, member] = two();
    const statements = async (id: number) => {
      const said: string[] = [];
      const db = server.database.db.withPlugin({
        transformQuery({ node }) {
          if (node.kind === 'RawNode') said.push(node.sqlFragments.join('?'));
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const read = createReadMemberPage({
        db,
        clock: systemClock,
        presence: { shownTo: () => Promise.reject(new Error('not read')) },
        colleges: new Map(),
      });
      expect((await read({ id: reader.id, name: '', sessionId: '' }, id, {})).ok).toBe(false);
      return said;
    };
    expect(await statements(member.id)).toHaveLength(1);
    expect(await statements(member.id)).toEqual(await statements(999_999_999));
  });

  it('states facts: how requests were answered, and finished projects', async () => {
    const [reader, creator] = two();
    const project = await post(creator);
    for (const applicant of pool.splice(0, 5)) {
      const { body } = await server.call('POST /api/project-requests', applicant.token, { project_id: project });
      const request = body.data.request.id;
      await server.call(`PUT /api/project-requests/${request}/status`, creator.token, { status: 'rejected' });
    }
    await server.call(`PUT /api/projects/${project}/state`, creator.token, { state: 'finished' });
    expect((await page(reader, creator)).body.data.person.profile).toMatchObject({
      finished: 1,
      answer_record: { asked: 5, answered: 5, days: 1 },
    });
  });
});

describe('a member’s own page, viewed as others', () => {
  it('is the page as such a reader sees it', async () => {
    const [asha, other] = two();
    const as = async (reader: string) => (await page(asha, asha, reader)).body.data?.person.profile ?? null;
    expect((await page(asha, asha)).body.data.person.profile.seen_as).toBe('own');
    expect(await as('stranger')).toBe(null);
    expect(await as('member')).toMatchObject({ seen_as: 'member', email: '' });
    expect(await as('team')).toMatchObject({ seen_as: 'team', email: expect.stringContaining('@') });
    await list(asha);
    expect(await as('stranger')).toMatchObject({ seen_as: 'stranger', college: 'IIT Bombay' });
    // Compared with the page that another member really sees.
    expect((await page(other, asha)).body.data.person.profile).toEqual(await as('stranger'));
    const wrong = await page(other, asha, 'team');
    expect([wrong.status, wrong.body.code]).toEqual([400, 'INVALID']);
    expect((await page(other, { id: 999_999_999 }, 'team')).body.code).toBe('INVALID');
  });
});

describe('a confirmed address at a college', () => {
  it('is shown only if its domain is in the operator’s list', async () => {
    const [reader, member] = two();
    await list(member);
    const seen = async (email: string, confirmed: boolean) => {
      const at = confirmed ? new Date() : null;
      await query('UPDATE users SET email = $2, email_verified_at = $3 WHERE id = $1', [member.id, email, at]);
      const { body } = await server.call('GET /api/people', reader.token);
      const row = body.data.members.find(({ id }: { id: number }) => id === member.id);
      const shown = (await page(reader, member)).body.data.person.profile.confirmed_college;
      expect(row.confirmed_college).toBe(shown);
      return shown;
    };
    expect(await seen('a@iitb.example', true)).toBe('IIT Bombay');
    expect(await seen('a@cse.iitb.example', true)).toBe('IIT Bombay');
    expect(await seen('a@iitb.example', false)).toBe(undefined);
    for (const other of ['a@notiitb.example', 'a@iitb.example.org', 'iitb.example@else.example'])
      expect([other, await seen(other, true)]).toEqual([other, undefined]);
  });
});
