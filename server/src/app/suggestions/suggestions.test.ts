import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let monotonicMs = 0;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock: { nowMs: () => Date.now(), monotonicMs: () => monotonicMs } });
});
afterAll(() => server.close());

const join = async (college: string, skills: string[]) => {
  const member = await server.signUp();
  await server.call('PUT /api/users/profile', member.token, { name: 'Member', college, skills });
  return member;
};
const ask = async (who?: TestMember) => (await server.call('GET /api/users/suggestions', who?.token)).body.data;

it('lists words that at least two members use, in any case, most common first, counted once in ten minutes', async () => {
  const asha = await join('IIT Madras', ['React', 'Secret of one']);
  expect(await ask(asha)).toEqual({ colleges: [], skills: [] });
  await join('iit madras', ['react', 'Go']);
  await join('IIT Madras', ['React']);
  const bina = await join('Only here', ['SQL']);
  // One member, any number of times.
  for (const title of ['One', 'Two'])
    await server.call('POST /api/projects', bina.token, {
      title,
      description: 'D',
      category: 'other',
      required_skills: ['Go', 'Rust'],
    });
  expect(await ask(asha)).toEqual({ colleges: [], skills: [] });
  monotonicMs += 10 * 60_000;
  expect(await ask(asha)).toEqual({ colleges: ['IIT Madras'], skills: ['React', 'Go'] });
});

it('counts all spellings of a skill as one, suggests the most common, also to visitors', async () => {
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
