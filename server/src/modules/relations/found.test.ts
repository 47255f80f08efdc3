import { type AddedMember, addMembers } from '@sangam/testing/members';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let second: TestServer;
let pool: AddedMember[];

beforeAll(async () => {
  server = await startTestServer();
  second = await startTestServer({ beside: server });
  pool = await addMembers(server.database, 12, server.jwtSecret);
});
afterAll(async () => {
  await second.close();
  await server.close();
});

let scenes = 0;
async function scene() {
  scenes += 1;
  const [seeker, member] = pool.splice(0, 2) as [AddedMember, AddedMember];
  const name = `Zorba${scenes}`;
  await server.database.pool.query('UPDATE users SET name = $1 WHERE id = $2', [name, member.id]);
  const choose = async (found_by: string) =>
    expect((await second.call('PATCH /api/notification-choices', member.token, { found_by })).status).toBe(200);
  const finds = async (): Promise<boolean> =>
    (await server.call(`GET /api/search/people?q=${name}`, seeker.token)).body.data.people.length > 0;
  return { seeker, member, choose, finds };
}
const post = async (who: AddedMember): Promise<number> => {
  const body = { title: 'Rover', description: 'It rolls', category: 'other' };
  return (await server.call('POST /api/projects', who.token, body)).body.data.project.id;
};

describe('who finds a member by name', () => {
  it('is anybody, or nobody', async () => {
    const { choose, finds } = await scene();
    expect(await finds()).toBe(true);
    await choose('nobody');
    expect(await finds()).toBe(false);
    await choose('anyone');
    expect(await finds()).toBe(true);
  });

  it('is their teams and who there is a request with', async () => {
    const { seeker, member, choose, finds } = await scene();
    await choose('teams');
    expect(await finds()).toBe(false);
    const { body } = await server.call('POST /api/project-requests', seeker.token, { project_id: await post(member) });
    expect(await finds()).toBe(true);
    await server.call(`DELETE /api/project-requests/${body.data.request.id}`, seeker.token);
    expect(await finds()).toBe(false);
    const project = await post(seeker);
    await server.database.pool.query('INSERT INTO project_members (project_id, user_id) VALUES ($1, $2)', [
      project,
      member.id,
    ]);
    expect(await finds()).toBe(true);
  });

  it('leaves the conversations of who has one with them', async () => {
    const { seeker, member, choose, finds } = await scene();
    await choose('nobody');
    await server.call('POST /api/messages', member.token, { receiver_id: seeker.id, content: 'Hi' });
    expect(await finds()).toBe(true);
  });

  it('leaves what they published', async () => {
    const { seeker, member, choose } = await scene();
    const project = await post(member);
    await choose('nobody');
    expect((await server.call(`GET /api/projects/${project}`, seeker.token)).body.project.creator_id).toBe(member.id);
  });
});
