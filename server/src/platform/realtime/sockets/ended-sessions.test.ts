import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs } from '@sangam/shared/core/limits';
import { shiftedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { type ClientSocket, startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
const clock = shiftedClock();

beforeAll(async () => {
  server = await startTestServer({
    clock,
    timings: { sockets: { sessionRecheckMs: 300 } },
  });
});
afterAll(() => server.close());

const ended = (socket: ClientSocket) => new Promise<string>((resolve) => socket.once('disconnect', resolve));

it('a password reset ends all of the member’s sockets, and no others', async () => {
  const [member, other] = [await server.signUp(), await server.signUp()];
  const login = { email: member.email, password: member.password };
  const second = { ...member, token: (await server.call('POST /api/auth/login', null, login)).body.token };
  const devices = [await server.connect(member), await server.connect(second)];
  const bystander = await server.connect(other);
  const ends = Promise.all(devices.map(ended));

  await server.call('POST /api/auth/forgot-password', null, { email: member.email });
  const token = await eventually(async () => {
    const folder = join(server.dataDir, 'mail');
    const [file = ''] = await readdir(folder);
    const found = /reset-password\?token=3D([\w-]+)/u.exec(
      (await readFile(join(folder, file), 'utf8')).replace(/=\r\n/gu, ''),
    );
    if (!found) throw new Error('no link yet');
    return found[1];
  });
  const startedMs = Date.now();
  const reset = await server.call('POST /api/auth/reset-password', null, { token, password: 'Another-horse-8' });
  expect(reset.status).toBe(200);
  expect(await ends).toEqual(['io server disconnect', 'io server disconnect']);
  expect(Date.now() - startedMs).toBeLessThan(10_000);
  expect(bystander.connected).toBe(true);
});

it('refuses events that still wait when the session ends', async () => {
  const [member, other] = [await server.signUp(), await server.signUp()];
  const socket = await server.connect(member);
  const asked = { receiver_id: other.id, content: 'Hi', client_id: randomUUID() };
  await socket.emitWithAck('message:send', asked);
  const WAITING = 100;
  for (let n = 1; n <= WAITING; n += 1)
    socket.emit(
      'message:edit',
      { user_id: other.id, seq: 1, content: `Hi ${n}`, client_id: randomUUID() },
      () => undefined,
    );
  const editsDone = async () => {
    const { rows } = await server.database.pool.query('SELECT change FROM messages WHERE sender_id = $1', [member.id]);
    return Number(rows[0].change);
  };
  const disconnected = ended(socket);
  expect((await server.call('POST /api/auth/logout', member.token)).status).toBe(200);
  await disconnected;
  const before = await editsDone();
  await sleep(1_000);
  const after = await editsDone();
  // One event may have been running already.
  expect(after - before).toBeLessThanOrEqual(1);
  expect(after).toBeLessThan(WAITING);
});

it('ends a socket when its token expires, and also when the event for its session’s end was lost', {
  timeout: 45_000,
}, async () => {
  const [expires, removed] = [await server.signUp(), await server.signUp()];
  const [one, two] = [await server.connect(expires), await server.connect(removed)];
  // Another server ended this session, and could not send the event.
  await server.database.pool.query('UPDATE sessions SET ended_at = now() WHERE user_id = $1', [removed.id]);
  const lost = ended(two);
  expect(await lost).toBe('io server disconnect');
  expect(one.connected).toBe(true);
  clock.aheadMs = 7 * dayMs + 1_000;
  expect(await ended(one)).toBe('io server disconnect');
  await expect(server.connect(expires)).rejects.toMatchObject({ data: { code: 'UNAUTHORIZED' } });
});
