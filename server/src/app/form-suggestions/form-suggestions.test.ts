import { eventually } from '@sangam/testing/eventually';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../platform/lib/clock.js';

let monotonicMs = 0;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock: { ...systemClock, monotonicMs: () => monotonicMs } });
});
afterAll(() => server.close());

const join = async (college: string, skills: string[]) => {
  const member = await server.signUp();
  await server.call('PUT /api/users/profile', member.token, { name: 'Member', college, skills });
  return member;
};
const ask = async (member?: TestMember) => (await server.call('GET /api/users/suggestions', member?.token)).body.data;

it('suggests colleges and skills that at least two members use, most common first, counted once in ten minutes', async () => {
  const asha = await join('IIT Madras', ['React', 'Secret of one']);
  expect(await ask(asha)).toEqual({ colleges: [], skills: [] });
  await join('iit madras', ['react', 'Go']);
  await join('IIT Madras', ['React']);
  const bina = await join('Only here', ['SQL']);
  // One member alone isn't enough, however often they use it.
  for (const title of ['One', 'Two'])
    await server.call('POST /api/projects', bina.token, {
      title,
      description: 'D',
      category: 'other',
      required_skills: ['Go', 'Rust'],
    });
  expect(await ask(asha)).toEqual({ colleges: [], skills: [] });
  monotonicMs += 10 * 60_000;
  await eventually(async () => expect(await ask(asha)).toEqual({ colleges: ['IIT Madras'], skills: ['React', 'Go'] }));
});

it('counts all spellings of a skill as one, and suggests the most common spelling, to visitors too', async () => {
  const server = await startTestServer();
  try {
    const write = async (skills: string[]) => {
      const member = await server.signUp();
      await server.call('PUT /api/users/profile', member.token, { name: 'Member', college: 'IIT', skills });
    };
    await write(['K8s']);
    await write(['Kubernetes', 'k8s']);
    await write(['Kubernetes', 'Elm']);
    await write(['Kubernetes']);
    expect((await server.call('GET /api/users/suggestions')).body.data.skills).toEqual(['Kubernetes']);
  } finally {
    await server.close();
  }
});

it('suggests names of roles, and nothing from suspended or deleted members or hidden projects', async () => {
  const server = await startTestServer();
  try {
    const sql = (text: string, value: unknown) => server.database.pool.query(text, [value]);
    const members = await Promise.all([1, 2, 3, 4].map(() => server.signUp()));
    const [gone, suspended, one, two] = members.map(({ id }) => id);
    for (const [at, { token }] of members.entries()) {
      const college = at < 2 ? 'Gone College' : 'IIT';
      const profile = { college, skills: [at < 2 ? 'Gone skill' : 'Go'], takes_roles: at === 3 ? ['Backend'] : [] };
      await server.call('PATCH /api/users/profile', token, profile);
      const roles = [{ name: at < 3 ? 'backend' : 'Design', seats: 1, skills: [] }];
      const body = { title: 'T', description: 'D', category: 'other', required_skills: ['Hidden skill'], roles };
      await server.call('POST /api/projects', token, body);
    }
    await sql('UPDATE users SET deleted_at = now() WHERE id = $1', gone);
    await sql('UPDATE users SET suspended_at = now() WHERE id = $1', suspended);
    await sql('UPDATE projects SET hidden_at = now() WHERE creator_id = $1', two);
    expect((await server.call('GET /api/users/suggestions')).body.data).toEqual({
      colleges: ['IIT'],
      skills: ['Go'],
      roles: [expect.stringMatching(/^backend$/iu)],
    });
    expect(one).toBeDefined();
  } finally {
    await server.close();
  }
});
