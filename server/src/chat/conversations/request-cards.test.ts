import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let creator: TestMember;
let member: TestMember;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const members = async () => {
  [creator, member] = [await server.signUp('Asha'), await server.signUp('Bina')];
};
const post = (title: string, owner = creator): Promise<number> => postProject(server, owner, { title });
const ask = async (project_id: number, caller = member) =>
  (await server.call('POST /api/project-requests', caller.token, { project_id })).body.data.request;
const connect = async (project: number, caller = member) =>
  (await server.call(`POST /api/projects/${project}/connect`, caller.token)).body.data.connection;
const write = (from: TestMember, to: TestMember) =>
  server.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Hi' });
const between = async (reader: TestMember, other: TestMember) => {
  const { status, body } = await server.call(`GET /api/conversations/${other.id}/requests`, reader.token);
  expect(status).toBe(200);
  return body.data;
};
const withoutMessages = async (reader: TestMember, query = '') =>
  (await server.call(`GET /api/conversations/requests${query}`, reader.token)).body.data;

describe('requests between two members', () => {
  it('are the same for both, newest first and in every state, and hidden from others', async () => {
    await members();
    const [rover, kiosk] = [await post('Rover'), await post('Kiosk', member)];
    const first = await ask(rover);
    const { body } = await server.call(`DELETE /api/project-requests/${first.id}`, member.token);
    const second = await ask(rover);
    const back = await ask(kiosk, creator);
    const stranger = await server.signUp();
    await ask(rover, stranger);
    await connect(rover, stranger);
    const both = [back, second, body.data.request];
    expect((await between(creator, member)).requests).toEqual(both);
    expect((await between(member, creator)).requests).toEqual(both);
    expect(both.map(({ status }) => status)).toEqual(['pending', 'pending', 'withdrawn']);
    expect(both.map(({ creator_id }) => creator_id)).toEqual([member.id, creator.id, creator.id]);
    expect(await between(member, stranger)).toEqual({
      requests: [],
      connections: [],
      my_connections: [],
      invitations: [],
    });
  });

  it('show interest to the creator, without the member’s address', async () => {
    await members();
    const rover = await post('Rover');
    const mine = await connect(rover);
    expect(await between(member, creator)).toEqual({
      requests: [],
      connections: [],
      my_connections: [mine],
      invitations: [],
    });
    const hers = await between(creator, member);
    expect(hers).toMatchObject({ my_connections: [], connections: [{ ...mine, requester_email: '' }] });
  });

  it('are empty with a member who does not exist, and with the caller', async () => {
    await members();
    await ask(await post('Rover'));
    const nothing = { requests: [], connections: [], my_connections: [], invitations: [] };
    expect(await between(member, { ...creator, id: 9_999_999 })).toEqual(nothing);
    expect(await between(creator, creator)).toEqual(nothing);
  });
});

describe('conversations with requests and no messages', () => {
  it('are in both members’ lists, by the newest request, until the first message', async () => {
    await members();
    const [rover, kiosk] = [await post('Rover'), await post('Kiosk')];
    await connect(rover);
    const request = await ask(kiosk);
    const row = { kind: 'join_request', project_id: kiosk, project_title: 'Kiosk', requested_at: request.created_at };
    expect(await withoutMessages(creator)).toEqual({
      conversations: [{ ...row, id: member.id, name: 'Bina', own: false }],
      has_more: false,
    });
    expect((await withoutMessages(member)).conversations).toEqual([
      { ...row, id: creator.id, name: 'Asha', own: true },
    ]);
    await server.call(`PUT /api/project-requests/${request.id}/status`, creator.token, { status: 'rejected' });
    expect((await withoutMessages(creator)).conversations).toHaveLength(1);

    const brief = await server.call('GET /api/messages/conversations', creator.token);
    expect(brief.body.data.conversations).toEqual([]);
    await write(member, creator);
    expect((await withoutMessages(creator)).conversations).toEqual([]);
    expect((await withoutMessages(member)).conversations).toEqual([]);
  });

  it('come in pages, each row once', async () => {
    await members();
    const project = await post('Rover');
    const asking = [member, await server.signUp('Chitra'), await server.signUp('Dev')];
    for (const caller of asking) await ask(project, caller);
    const names: string[] = [];
    let query = '?limit=1';
    for (let more = true; more; ) {
      const { conversations, has_more } = await withoutMessages(creator, query);
      names.push(...conversations.map(({ name }: { name: string }) => name));
      const last = conversations.at(-1);
      query = `?limit=1&before=${last.requested_at}&before_id=${last.id}`;
      more = has_more;
    }
    expect(names).toEqual(['Dev', 'Chitra', 'Bina']);
  });
});
