import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { coreServerLimits } from '@sangam/shared/core/limits';
import { peopleLimits } from '@sangam/shared/people/limits';
import { eventually } from '@sangam/testing/eventually';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Sends a call whose body never ends; `answer` is the first line of its answer, if it gets one. */
function holdBack(headers: readonly string[], path: string): { socket: Socket; answer: () => string | null } {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let answer: string | null = null;
  socket.on('data', (data) => {
    answer ??= String(data).split('\r\n')[0] ?? '';
  });
  socket.write(`${[`${path} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`);
  return { socket, answer: () => answer };
}
const holdPictures = (token: string, count: number) =>
  Array.from({ length: count }, () =>
    holdBack(
      [
        `Authorization: Bearer ${token}`,
        'Content-Type: application/octet-stream',
        `Content-Length: ${peopleLimits.memberPictureMaxBytes}`,
      ],
      'PUT /api/users/picture',
    ),
  );
const answersOf = (calls: ReturnType<typeof holdPictures>) => calls.flatMap(({ answer }) => answer() ?? []);

it('refuses a member who holds back many bodies, and nobody else, until these have ended', async () => {
  const [asha, rohan] = [await server.signUp(), await server.signUp()];
  const held = Math.floor(coreServerLimits.heldBodiesMaxBytes / peopleLimits.memberPictureMaxBytes);
  const calls = holdPictures(asha.token, held + 3);
  await eventually(() => expect(answersOf(calls)).toEqual(Array(3).fill('HTTP/1.1 503 Service Unavailable')));
  const change = (token: string) =>
    server.call('PATCH /api/users/profile', token, { college: 'IIT', about: 'a'.repeat(900) });
  expect((await change(rohan.token)).status).toBe(200);
  for (const { socket } of calls) socket.destroy();
  await eventually(async () => {
    const again = holdPictures(asha.token, 1);
    await once(again[0]?.socket as Socket, 'connect');
    expect((await change(asha.token)).status).toBe(200);
    expect(answersOf(again)).toEqual([]);
  });
});

it('refuses more pictures of members who hold back too many together, but no small calls and no other member', async () => {
  const held = Math.floor(coreServerLimits.heldBodiesMaxBytes / peopleLimits.memberPictureMaxBytes);
  const needed = Math.ceil(coreServerLimits.heldLargeBodiesMaxBytes / peopleLimits.memberPictureMaxBytes / held);
  const members = await Promise.all(Array.from({ length: needed + 1 }, () => server.signUp()));
  const calls = members.flatMap(({ token }) => holdPictures(token, held));
  await eventually(() => expect(answersOf(calls)).not.toEqual([]));
  const inTotal = Math.floor(coreServerLimits.heldLargeBodiesMaxBytes / peopleLimits.memberPictureMaxBytes);
  await eventually(() => expect(calls.length - answersOf(calls).length).toBe(inTotal));
  const [asha] = members;
  if (!asha) throw new Error('no members');
  expect((await server.call('PATCH /api/users/profile', asha.token, { college: 'IIT' })).status).toBe(200);

  // Another member gets the room of one who holds the most, but none of these do.
  const rohan = await server.signUp();
  const areCut = () => answersOf(calls).filter((answer) => answer === 'HTTP/1.1 408 Request Timeout').length;
  const before = areCut();
  const [admitted] = holdPictures(rohan.token, 1);
  await eventually(() => expect(areCut()).toBe(before + 1));
  const [refused] = holdPictures(asha.token, 1);
  await eventually(() => expect(refused?.answer()).toBe('HTTP/1.1 503 Service Unavailable'));
  expect([admitted?.answer(), areCut()]).toEqual([null, before + 1]);
});

it('counts no body of a caller who went while the session was checked', async () => {
  const { token } = await server.signUp();
  for (let round = 0; round < 10; round += 1)
    await Promise.all(
      holdPictures(token, 3).map(async ({ socket }) => {
        await once(socket, 'connect');
        await new Promise(setImmediate);
        socket.resetAndDestroy();
      }),
    );
  const [call] = holdPictures(token, 1);
  if (!call) throw new Error('no call');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(call.answer()).toBe(null);
});

const holdLogins = (count: number) =>
  Array.from({ length: count }, () =>
    holdBack(['Content-Type: application/json', 'Transfer-Encoding: chunked'], 'POST /api/auth/login'),
  );
const visitorsHeld = coreServerLimits.heldBodiesMaxBytes / coreServerLimits.bodyMaxBytes;

it('cuts a network’s oldest bodies without a length, beyond as many as it may hold back', async () => {
  const first = holdLogins(2);
  await Promise.all(first.map(({ socket }) => once(socket, 'connect')));
  const others = holdLogins(visitorsHeld);
  await eventually(() => expect(answersOf(first)).toEqual(Array(2).fill('HTTP/1.1 408 Request Timeout')));
  expect(answersOf(others)).toEqual([]);
});

it('lets a visitor sign in while another one of the network holds back as many bodies as it may', async () => {
  const { email, password } = await server.signUp();
  const calls = holdLogins(visitorsHeld + 1);
  await eventually(() => expect(answersOf(calls)).toHaveLength(1));
  for (let visitor = 0; visitor < 3; visitor += 1)
    expect((await server.call('POST /api/auth/login', null, { email, password })).status).toBe(200);
});

it.each([
  'POST /none',
  'POST /none.js',
  'PUT /api/site',
  'DELETE /',
  'POST /api/account/export',
  'POST /api/mails/unsubscribe',
])('waits for no body of a visitor that no call takes: %s', async (path) => {
  const call = holdBack(['Content-Type: application/json', 'Transfer-Encoding: chunked'], path);
  await eventually(() => expect(call.answer()).toMatch(/^HTTP\/1.1 40[145] /u));
});
