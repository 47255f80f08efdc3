import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
let [asha, bina] = [{} as TestMember, {} as TestMember];
beforeAll(async () => {
  server = await startTestServer();
  asha = await server.signUp('Asha');
  bina = await server.signUp('Bina');
});
afterAll(() => server.close());

const achievementsOf = async (member: TestMember) =>
  (await server.call('GET /api/dashboard/stats', member.token)).body.data.achievements;
const post = (by: TestMember) => postProject(server, by, { max_members: 20 });
const ask = async (by: TestMember, project: number) =>
  (await server.call('POST /api/project-requests', by.token, { project_id: project })).body.data.request.id;
const decide = (request: number, status: string) =>
  server.call(`PUT /api/project-requests/${request}/status`, asha.token, { status });

it('a member earns achievements by their actions', async () => {
  expect(await achievementsOf(asha)).toEqual(['early_adopter']);
  const project = await post(asha);
  expect(await achievementsOf(asha)).toEqual(['early_adopter', 'project_posted']);
  await decide(await ask(bina, project), 'accepted');
  expect(await achievementsOf(asha)).toEqual(['early_adopter', 'project_posted', 'team_built']);
  expect(await achievementsOf(bina)).toEqual(['early_adopter', 'team_joined']);
  for (let n = 0; n < 8; n += 1) await decide(await ask(await server.signUp(), project), 'rejected');
  expect(await achievementsOf(asha)).not.toContain('ten_answers');
  await decide(await ask(await server.signUp(), project), 'rejected');
  expect(await achievementsOf(asha)).toContain('ten_answers');
  await server.call(`PUT /api/projects/${project}/state`, asha.token, { state: 'finished' });
  expect(await achievementsOf(asha)).toContain('project_finished');
  expect(await achievementsOf(bina)).toEqual(['early_adopter', 'team_joined', 'project_finished']);
});

it('only the first 100 members are early', async () => {
  await sql`INSERT INTO users (name, email) SELECT 'N', 'n' || g || '@example.org' FROM generate_series(1, 100) g`.execute(
    server.database.db,
  );
  expect(await achievementsOf(await server.signUp())).toEqual([]);
});
