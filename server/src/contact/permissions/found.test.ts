import { type AddedMember, addMembers, takeFrom } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let second: TestServer;
let pool: AddedMember[];

beforeAll(async () => {
  server = await startTestServer();
  second = await startTestServer({ beside: server });
  pool = await addMembers(server.database, 16, server.jwtSecret);
});
afterAll(async () => {
  await second.close();
  await server.close();
});

let scenes = 0;
async function scene() {
  scenes += 1;
  const [seeker, member] = takeFrom(pool, 2);
  const name = `Zorba${scenes}`;
  await server.database.pool.query('UPDATE users SET name = $1 WHERE id = $2', [name, member.id]);
  const choose = async (found_by: string) =>
    expect((await second.call('PATCH /api/notification-choices', member.token, { found_by })).status).toBe(200);
  const finds = async (): Promise<boolean> =>
    (await server.call(`GET /api/search/people?q=${name}`, seeker.token)).body.data.people.length > 0;
  const isShown = async (): Promise<boolean> => {
    const { members } = (await second.call(`GET /api/users?ids=${member.id},999999999`, seeker.token)).body.data;
    if (members.length > 0) expect(members).toEqual([{ id: member.id, name, college: '', skills: [] }]);
    return members.length > 0;
  };
  /** Looks up the member by name and by id, which must agree. */
  const sees = async (): Promise<boolean> => {
    const found = await finds();
    expect(await isShown()).toBe(found);
    return found;
  };
  return { seeker, member, choose, finds, isShown, sees };
}
const post = (who: AddedMember): Promise<number> => postProject(server, who);

describe('a member’s choice of others who can find them by name', () => {
  it('allows anybody, or nobody', async () => {
    const { choose, sees } = await scene();
    expect(await sees()).toBe(true);
    await choose('nobody');
    expect(await sees()).toBe(false);
    await choose('anyone');
    expect(await sees()).toBe(true);
  });

  it('allows teammates and creators of projects that they asked to join', async () => {
    const { seeker, member, choose, sees } = await scene();
    await choose('teams');
    expect(await sees()).toBe(false);
    const { body } = await server.call('POST /api/project-requests', member.token, { project_id: await post(seeker) });
    expect(await sees()).toBe(true);
    await server.call(`DELETE /api/project-requests/${body.data.request.id}`, member.token);
    expect(await sees()).toBe(false);
    const project = await post(seeker);
    await server.database.pool.query('INSERT INTO project_members (project_id, user_id) VALUES ($1, $2)', [
      project,
      member.id,
    ]);
    expect(await sees()).toBe(true);
  });

  it("doesn't hide existing conversations", async () => {
    const { seeker, member, choose, finds, isShown } = await scene();
    await choose('nobody');
    await server.call('POST /api/messages', member.token, { receiver_id: seeker.id, content: 'Hi' });
    expect([await finds(), await isShown()]).toEqual([true, false]);
  });

  it('never finds members across a block or members who are gone, and always the reader', async () => {
    const { seeker, member, sees, choose } = await scene();
    for (const [who, whom] of [
      [seeker, member],
      [member, seeker],
    ] as const) {
      await server.call(`PUT /api/blocks/${whom.id}`, who.token);
      expect(await sees()).toBe(false);
      await server.call(`DELETE /api/blocks/${whom.id}`, who.token);
    }
    expect(await sees()).toBe(true);
    await choose('nobody');
    const own = await server.call(`GET /api/users?ids=${member.id}`, member.token);
    expect(own.body.data.members).toMatchObject([{ id: member.id }]);
    await choose('anyone');
    await server.database.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [member.id]);
    expect(await sees()).toBe(false);
  });

  it('can be looked up for at most ten members at once', async () => {
    const { seeker } = await scene();
    const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(',');
    expect((await server.call(`GET /api/users?ids=${ids(10)}`, seeker.token)).status).toBe(200);
    for (const wrong of [ids(11), '', '0', '1,', 'a'])
      expect([wrong, (await server.call(`GET /api/users?ids=${wrong}`, seeker.token)).status]).toEqual([wrong, 400]);
  });

  it("doesn't hide their projects", async () => {
    const { seeker, member, choose } = await scene();
    const project = await post(member);
    await choose('nobody');
    expect((await server.call(`GET /api/projects/${project}`, seeker.token)).body.project.creator_id).toBe(member.id);
  });
});
