import { quietMs } from '@sangam/testing/servers/quiet-ms';
import { longestTurnMs } from '@sangam/testing/servers/turns';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Putting the marks of both fields in order takes more than 150 ms. */
const TURN_MAX_MS = 50;

/** One code point as typed, two as stored: NFC composes none of the Devanagari letters with nukta. */
const nukta = '\u0958';

describe('a text field', () => {
  let server: TestServer;
  let asha: TestMember;
  beforeAll(async () => {
    server = await startTestServer();
    asha = await server.signUp('Asha');
  });
  afterAll(() => server.close());

  const project = { title: 'T', description: 'D', category: 'ai-ml' };
  const create = (fields: object) => server.call('POST /api/projects', asha.token, { ...project, ...fields });
  const profile = { name: 'Asha', college: 'IIT', skills: ['Go'] };
  const save = (fields: object) => server.call('PUT /api/users/profile', asha.token, { ...profile, ...fields });

  it('is checked against its limit as stored', async () => {
    const refused = [
      [await create({ title: nukta.repeat(120) }), 'title'],
      [await create({ title: nukta.repeat(61) }), 'title'],
      [await create({ description: nukta.repeat(2_001) }), 'description'],
      [await create({ timeline: nukta.repeat(61) }), 'timeline'],
      [await create({ required_skills: [nukta.repeat(26)] }), 'required_skills.0'],
      [await save({ name: nukta.repeat(41) }), 'name'],
      [await save({ college: nukta.repeat(61) }), 'college'],
      [await save({ github_link: `github.com/${'x'.repeat(285)}` }), 'github_link'],
    ] as const;
    for (const [{ status, body }, field] of refused) {
      expect(status, field).toBe(400);
      expect(body.errors[0].field).toBe(field);
    }
    const kept = await create({ title: nukta.repeat(60) });
    expect([...kept.body.data.project.title]).toHaveLength(120);
  });

  it('may be longer as typed than as stored', async () => {
    const { status, body } = await create({ title: ` ${'e\u0301'.repeat(120)} `, description: 'a\r\n'.repeat(2_000) });
    expect(status).toBe(201);
    expect(body.data.project.title).toBe('\u00e9'.repeat(120));
  });

  it('counts a character outside the basic plane once', async () => {
    expect((await create({ title: '👍'.repeat(120) })).status).toBe(201);
    expect((await create({ title: '👍'.repeat(121) })).status).toBe(400);
  });

  it('can be saved again as it was stored', async () => {
    const long = { name: nukta.repeat(40), college: `${nukta.repeat(59)}\u202e\u0301`, skills: [nukta.repeat(25)] };
    const first = await save({ ...long, github_link: `github.com/${'x'.repeat(281)}` });
    expect(first.status).toBe(200);
    const { name, college, skills, github_link } = first.body.user;
    const again = await save({ name, college, skills, github_link });
    expect(again.body.user).toMatchObject({ name, college, skills, github_link });
  });

  it('with characters that cannot be stored is refused, not cleaned', async () => {
    for (const title of ['a\0b', '\ud800']) expect((await create({ title })).status).toBe(400);
  });

  it('with endless marks on a character is refused before they are put in order', async () => {
    expect((await create({ title: `a${'\u0f73'.repeat(40)}` })).status).toBe(201);
    const endless = '\u0f73'.repeat(10_000);
    const refuse = async () => {
      const { status, body } = await create({ title: endless, description: endless });
      expect([status, body.errors[0].field]).toEqual([400, 'title']);
    };
    expect(await quietMs(() => longestTurnMs(refuse), TURN_MAX_MS)).toBeLessThanOrEqual(TURN_MAX_MS);
  });
});
