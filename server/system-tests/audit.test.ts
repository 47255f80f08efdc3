import { randomUUID } from 'node:crypto';
import { eventually } from '@sangam/testing/eventually';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../src/platform/lib/log.js';

const logged: string[] = [];
let server: TestServer;
let member: TestMember;

beforeAll(async () => {
  const destination = { write: (line: string) => void logged.push(line) };
  server = await startTestServer({ log: createLog({ logLevel: 'debug', production: true }, destination) });
  member = await server.signUp('Asha Unspoken');
});
afterAll(() => server.close());

const entries = () => logged.map((line) => JSON.parse(line));
const expectLogged = (...notes: object[]) =>
  eventually(() => {
    for (const note of notes) expect(entries()).toContainEqual(expect.objectContaining(note));
  });

it('logs refused callers, where and why, and nothing that they sent', async () => {
  const secret = 'Wrong-password-1';
  await server.call('POST /api/auth/login', null, { email: member.email, password: secret });
  await server.call('GET /api/auth/me?token=in-the-address', 'a.bad.token');
  await expect(server.connect({ ...member, token: 'another.bad.token' })).rejects.toThrow();
  const anId = expect.stringMatching(/^\S{16,}$/u);
  await expectLogged(
    {
      msg: 'refused',
      code: 'BAD_CREDENTIALS',
      method: 'POST',
      route: '/api/auth/login',
      address: '127.0.0.1',
      reqId: anId,
    },
    { msg: 'refused', code: 'UNAUTHORIZED', method: 'GET', route: '/api/auth/me' },
    { msg: 'socket refused', code: 'UNAUTHORIZED', socket: anId },
  );
  for (const sent of [secret, member.email, 'bad.token', 'in-the-address']) expect(logged.join('')).not.toContain(sent);
});

it('logs sign-ins, how and from where, and denied members, by id', async () => {
  const other = await server.signUp();
  await server.call('POST /api/auth/login', null, { email: other.email, password: other.password });
  const body = { title: 'Mine', description: 'D', category: 'other' };
  const { project } = (await server.call('POST /api/projects', member.token, body)).body.data;
  await server.call('POST /api/project-requests', other.token, { project_id: project.id });
  const incoming = await server.call('GET /api/project-requests/incoming', member.token);
  const { id } = incoming.body.data.requests[0];
  expect(
    (await server.call(`PUT /api/project-requests/${id}/status`, other.token, { status: 'accepted' })).status,
  ).toBe(403);
  await expectLogged(
    { msg: 'signed in', member: other.id, way: 'sign-up', address: '127.0.0.1' },
    { msg: 'signed in', member: other.id, way: 'password', address: '127.0.0.1' },
    { msg: 'refused', code: 'FORBIDDEN', member: other.id, address: '127.0.0.1' },
  );
  expect(logged.join('')).not.toContain(other.email);
});

it('names the socket or the request in every failure, and reveals neither its member nor their texts', async () => {
  const other = await server.signUp('Bina Unspoken');
  const socket = await server.connect(member);
  const { id } = socket;
  const write = (content: string) => ({ receiver_id: other.id, content, client_id: randomUUID() });
  expect(await socket.emitWithAck('message:send', write('unspoken words'))).toMatchObject({ ok: true });

  // The database quotes the row that it refuses.
  await sql`ALTER TABLE messages ADD CONSTRAINT polite CHECK (content NOT LIKE '%unrepeatable%')`.execute(
    server.database.db,
  );
  expect(await socket.emitWithAck('message:send', write('unrepeatable words'))).toMatchObject({ ok: false });
  expect((await server.call('POST /api/messages', member.token, write('unrepeatable, too'))).status).toBe(500);
  await sql`ALTER TABLE memberships RENAME TO lost`.execute(server.database.db);
  expect(await socket.emitWithAck('message:read', { user_id: other.id })).toMatchObject({ ok: false });
  const failed = await server.call('GET /api/messages/conversations', member.token);
  expect(failed.status).toBe(500);
  socket.io.engine.write('not a packet');
  await new Promise((resolve) => socket.once('disconnect', resolve));

  await expectLogged(
    { msg: 'socket opened', socket: id, transport: 'websocket' },
    { msg: 'messages could not be stored', messages: 1 },
    { msg: 'event failed', event: 'message:read', socket: id },
    { msg: 'a request failed', reqId: failed.body.request_id },
    { msg: 'socket closed', socket: id },
  );
  const refused = entries().find((entry) => entry.msg === 'messages could not be stored');
  expect(refused.err).toMatchObject({ code: '23514', constraint: 'polite' });
  for (const secret of [member, other].flatMap(({ token, email, password }) => [token, email, password]))
    expect(logged.join('')).not.toContain(secret);
  for (const unloggedText of ['unspoken', 'unrepeatable', 'Unspoken'])
    expect(logged.join('')).not.toContain(unloggedText);
});

it('lets no cache store a member’s pages', async () => {
  const { status, headers } = await server.call('GET /api/auth/me', member.token);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
});
