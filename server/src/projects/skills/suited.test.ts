import type { SuitedProject } from '@sangam/shared/projects/projects';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
let asha: TestMember;
let bina: TestMember;

const knowing = async (name: string, skills: string[]): Promise<TestMember> => {
  const member = await server.signUp(name);
  await server.call('PUT /api/users/profile', member.token, { name, college: 'IIT', skills });
  return member;
};
const post = async (title: string, required_skills: string[], fields: object = {}): Promise<number> => {
  const body = { title, description: 'D', category: 'other', required_skills, ...fields };
  return (await server.call('POST /api/projects', asha.token, body)).body.data.project.id;
};
const ask = async (by: TestMember, project_id: number): Promise<number> =>
  (await server.call('POST /api/project-requests', by.token, { project_id })).body.data.request.id;
const decide = (id: number, status: string) =>
  server.call(`PUT /api/project-requests/${id}/status`, asha.token, { status });
const suited = async (who: TestMember): Promise<[string, string[]][]> => {
  const { projects }: { projects: SuitedProject[] } = (await server.call('GET /api/projects/suited', who.token)).body
    .data;
  return projects.map(({ title, covers }) => [title, covers]);
};

beforeAll(async () => {
  server = await startTestServer();
  asha = await knowing('Asha', ['sql']);
  bina = await knowing('Bina', ['go', 'SQL', 'React']);
});
afterAll(() => server.close());

it('lists up to three open projects with missing skills that the member has, most skills first, then the newest', async () => {
  expect(await suited(bina)).toEqual([]);
  await post('Known to the team', ['SQL']);
  await post('Needs nothing', []);
  await post('Needs another', ['Rust']);
  await post('One, older', ['React', 'Rust']);
  await post('Two', ['Go', 'SQL', 'REACT']);
  await post('One, newer', ['React']);
  const three = [
    ['Two', ['Go', 'REACT']],
    ['One, newer', ['React']],
    ['One, older', ['React']],
  ];
  expect(await suited(bina)).toEqual(three);
  await post('One, newest', ['React']);
  expect((await suited(bina)).map(([title]) => title)).toEqual(['Two', 'One, newest', 'One, newer']);
  expect(await suited(asha)).toEqual([]);
});

it('recognizes a skill in the different spellings of the project, the member and the team', async () => {
  const esha = await knowing('Esha', ['k8s', 'Mongo']);
  const dev = await knowing('Dev', ['mongoDB']);
  const body = { title: 'Aliases', description: 'D', category: 'other', required_skills: ['KUBERNETES', 'Mongo DB'] };
  await server.call('POST /api/projects', dev.token, body);
  const found = await suited(esha);
  expect(found.find(([title]) => title === 'Aliases')).toEqual(['Aliases', ['KUBERNETES']]);
});

it('leaves out projects that the member cannot request: closed, full, already requested, rejected, and their own teams', async () => {
  const chitra = await knowing('Chitra', ['Elm']);
  const [closed, full, asked, declined, own, left] = [
    await post('Closed', ['Elm']),
    await post('Full', ['Elm'], { max_members: 2 }),
    await post('Asked', ['Elm']),
    await post('Declined', ['Elm']),
    await post('In it', ['Elm', 'Elm 2']),
    await post('Withdrawn', ['Elm']),
  ];
  expect(await suited(chitra)).toHaveLength(3);
  await server.call(`PUT /api/projects/${closed}/state`, asha.token, { state: 'closed' });
  await decide(await ask(bina, full), 'accepted');
  await ask(chitra, asked);
  await decide(await ask(chitra, declined), 'rejected');
  await decide(await ask(chitra, own), 'accepted');
  await server.call(`DELETE /api/project-requests/${await ask(chitra, left)}`, chitra.token);
  expect(await suited(chitra)).toEqual([['Withdrawn', ['Elm']]]);
});
