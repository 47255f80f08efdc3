import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const profile = {
  college: 'IIT Palakkad',
  skills: ['Lisp', 'COBOL'],
  github_link: 'https://github.com/asha-the-creator',
};

async function setScene(name: string) {
  const creator = await server.signUp(name);
  await server.call('PUT /api/users/profile', creator.token, { name, ...profile });
  const body = { title: `Rover of ${name.length}`, description: 'It rolls', category: 'other' } as const;
  const { data } = await server.ask(creator, 'POST /api/projects', { body });
  return { creator, id: data.project.id };
}
const creatorIn = ({ project }: { project: Record<string, unknown> }) => [
  ...[project.creator_name, project.creator_college, project.creator_skills, project.creator_github],
];

it('shows visitors only the creator’s name, in every answer', async () => {
  const { creator, id } = await setScene('Asha');
  const page = await server.call(`GET /api/projects/${id}`);
  expect(creatorIn(page.body)).toEqual(['Asha', '', [], null]);
  expect(page.body.project.creator_email).toBeNull();
  const answers = [
    page,
    await server.call(`GET /projects/${id}`),
    await server.call(`GET /projects/${id}`, null, undefined, { 'user-agent': 'WhatsApp/2.23.20.0' }),
    await server.call('GET /'),
    await server.call('GET /api/projects'),
    await server.call('GET /api/projects?search=Asha'),
    await server.call('GET /api/projects?active=yes'),
    await server.call('GET /api/dashboard/public-stats'),
  ];
  for (const { body } of answers)
    for (const hidden of [profile.college, ...profile.skills, profile.github_link, creator.email])
      expect(JSON.stringify(body)).not.toContain(hidden);
  const member = await server.signUp('Bina');
  const shown = ['Asha', profile.college, profile.skills, profile.github_link];
  expect(creatorIn((await server.call(`GET /api/projects/${id}`, member.token)).body)).toEqual(shown);
});

it('shows nobody the profile of a creator who is suspended or has asked for deletion, and says that nobody can reach them', async () => {
  const member = await server.signUp('Chitra');
  const { creator: deleted, id } = await setScene('Dev');
  const body = { current_password: deleted.password };
  expect((await server.call('DELETE /api/account', deleted.token, body)).status).toBe(200);
  const { creator: suspended, id: other } = await setScene('Esha');
  // Keeps the project visible; another test covers its hiding.
  await server.database.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [suspended.id]);
  for (const token of [null, member.token]) {
    expect(creatorIn((await server.call(`GET /api/projects/${id}`, token)).body)).toEqual(['Dev', '', [], null]);
    expect(creatorIn((await server.call(`GET /api/projects/${other}`, token)).body)).toEqual(['Esha', '', [], null]);
    for (const gone of [id, other])
      expect((await server.call(`GET /api/projects/${gone}`, token)).body.project.creator_gone).toBe(true);
  }
});

it("shows only the creator's name to a member across a block", async () => {
  const member = await server.signUp('Farid');
  const { creator, id } = await setScene('Gita Rani');
  await server.call(`PUT /api/blocks/${member.id}`, creator.token);
  const { body } = await server.call(`GET /api/projects/${id}`, member.token);
  expect(creatorIn(body)).toEqual(['Gita Rani', '', [], null]);
});
