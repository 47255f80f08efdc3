import { joinTeam, teamOf } from '@sangam/testing/chat/team';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let server: TestServer;
let second: TestServer;
let creator: TestMember;
let member: TestMember;
let project: number;

beforeAll(async () => {
  server = await startTestServer();
  second = await startTestServer({ beside: server });
});
afterAll(async () => {
  await second.close();
  await server.close();
});
beforeEach(async () => {
  [creator, member] = [await server.signUp('Asha'), await server.signUp('Bina')];
  project = await postProject(server, creator);
  for (const [from, to] of [
    [creator, member],
    [member, creator],
  ] as const)
    await server.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Hi' });
});

const join = async (): Promise<number> => {
  const { body } = await server.call('POST /api/project-requests', member.token, { project_id: project });
  const { id } = body.data.request;
  await server.call(`PUT /api/project-requests/${id}/status`, creator.token, { status: 'accepted' });
  return id;
};
const connect = async (): Promise<number> =>
  (await server.call(`POST /api/projects/${project}/connect`, member.token)).body.data.connection.id;

/** Returns the address as shown by each call: the list of conversations, the project, the interest. */
async function shown(at = second) {
  const listed = async (who: TestMember) =>
    (await at.call('GET /api/messages/conversations', who.token)).body.data.conversations[0].email;
  const page = async (who: TestMember) => (await at.call(`GET /api/projects/${project}`, who.token)).body;
  const asCreator = await page(creator);
  return {
    creator: [
      await listed(creator),
      ...asCreator.connections.map((one: { requester_email: string }) => one.requester_email),
    ],
    member: [await listed(member), (await page(member)).project.creator_email],
  };
}
const nothing = { creator: [''], member: ['', ''] };

describe('another member’s address', () => {
  it('is shown within a team, and hidden from a member who left, on any server', async () => {
    expect(await shown()).toEqual(nothing);
    await join();
    expect(await shown()).toEqual({ creator: [member.email], member: [creator.email, creator.email] });
    await server.call(`DELETE /api/projects/${project}/members/me`, member.token);
    expect(await shown()).toEqual(nothing);
  });

  it('is hidden from a member who was removed from the team', async () => {
    await join();
    await server.call(`DELETE /api/projects/${project}/members/${member.id}`, creator.token, { word: 'Sorry' });
    expect(await shown()).toEqual(nothing);
  });

  it('is hidden while a request or interest is pending or denied, and shown once it is approved', async () => {
    await server.call('POST /api/project-requests', member.token, { project_id: project });
    const first = await connect();
    expect(await shown()).toEqual({ ...nothing, creator: ['', ''] });
    await server.call(`PUT /api/projects/connections/${first}`, creator.token, { status: 'denied' });
    expect(await shown()).toEqual({ ...nothing, creator: ['', ''] });
    // As if seven days had passed.
    await server.database.pool.query('UPDATE interests SET ask_again_at = NULL WHERE id = $1', [first]);
    const again = await connect();
    const decided = await server.call(`PUT /api/projects/connections/${again}`, creator.token, { status: 'approved' });
    expect(decided.body.data.connection.requester_email).toBe(member.email);
    expect(await shown()).toEqual({
      creator: [member.email, member.email, member.email],
      member: [creator.email, creator.email],
    });
  });

  it('is hidden after a block, and when the member is gone', async () => {
    await join();
    await server.call(`PUT /api/blocks/${creator.id}`, member.token);
    expect(await shown()).toEqual(nothing);
    await server.call(`DELETE /api/blocks/${creator.id}`, member.token);
    expect((await shown()).creator).toEqual([member.email]);
    await server.database.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [member.id]);
    const { conversations } = (await second.call('GET /api/messages/conversations', creator.token)).body.data;
    expect(conversations[0].email).toBe('');
  });

  it('is shown to the member, and never to visitors', async () => {
    expect((await server.call(`GET /api/projects/${project}`, creator.token)).body.project.creator_email).toBe(
      creator.email,
    );
    expect((await server.call(`GET /api/projects/${project}`)).body.project.creator_email).toBeNull();
  });
});

it('is shown to the team of members with the same name, except across a block', async () => {
  const [asha, stranger] = [await server.signUp('asha'), await server.signUp()];
  for (const each of [member, asha]) await joinTeam(server, project, creator, each);
  /** Returns the addresses on the project's page and in the team's conversation. */
  const seenBy = async (reader: TestMember) => {
    const { token } = reader;
    const emails = (members: readonly { email?: string }[]) => members.flatMap(({ email }) => email ?? []);
    const page = emails((await second.call(`GET /api/projects/${project}`, token)).body.team);
    const chat = await teamOf(second, reader, project);
    const { body } = await second.call(`GET /api/messages/c/${chat}/team`, token);
    expect(emails(body.data.participants)).toEqual(page);
    return page;
  };
  expect(await seenBy(member)).toEqual([creator.email, asha.email]);
  const { team } = (await second.call(`GET /api/projects/${project}`, stranger.token)).body;
  expect(team.map(({ name, email }: { name: string; email?: string }) => [name, email])).toEqual([
    ['Asha', undefined],
    ['Bina', undefined],
    ['asha', undefined],
  ]);
  await server.call(`PUT /api/blocks/${creator.id}`, member.token);
  expect(await seenBy(member)).toEqual([asha.email]);
});
