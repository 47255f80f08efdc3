import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { coreServerLimits } from '@sangam/shared/core/limits';
import { peopleLimits } from '@sangam/shared/people/limits';
import { eventually } from '@sangam/testing/eventually';
import { type ClientSocket, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: 'on' } });
});
afterAll(() => server.close());

/** A signed-in connection that sends raw packets; `received` is everything it received. */
async function rawSocket(
  member: TestMember,
  url = server.url,
): Promise<{ raw: WebSocket; received: string[]; closed: Promise<number> }> {
  const raw = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const received: string[] = [];
  const closed = new Promise<number>((resolve) => raw.once('close', resolve));
  raw.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    raw.on('message', (data) => {
      const text = String(data);
      received.push(text);
      if (text.startsWith('0')) raw.send(`40${JSON.stringify({ token: member.token })}`);
      if (text.startsWith('40')) resolve();
    });
  });
  return { raw, received, closed };
}
const send = (socket: ClientSocket, receiver_id: number, content: string) =>
  socket.emitWithAck('message:send', { receiver_id, content, client_id: randomUUID() });
/** The CPU time of this process, its server included. Unlike elapsed time, it doesn't grow with the work of other processes. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

it('answers a client with too many calls, then closes, and lets it come back', async () => {
  const [asha, bina] = [await server.signUp(), await server.signUp()];
  const { raw, received, closed } = await rawSocket(asha);
  const type = (n: number) => raw.send(`42${n}["typing",{"receiver_id":${bina.id},"typing":true}]`);
  type(0);
  await eventually(() => expect(received.at(-1)).toContain('"ok":true'));
  for (let n = 1; n < 900; n += 1) type(n);
  await closed;
  const refused = received.filter((text) => /RATE_LIMITED|BUSY/u.test(text));
  expect(refused.length).toBeGreaterThan(100);
  expect(refused[0]).toContain('retry_after');
  expect((await server.connect(asha)).connected).toBe(true);
});

it('answers a client with invalid events, then closes', async () => {
  const { raw, received, closed } = await rawSocket(await server.signUp());
  for (let n = 0; n < 400; n += 1) raw.send(`42${n}["message:send",{"nonsense":${n}}]`);
  await closed;
  expect(received.filter((text) => text.includes('INVALID')).length).toBeGreaterThan(100);
});

it('watches 200 members and refuses more', async () => {
  const socket = await server.connect(await server.signUp());
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  expect(await socket.emitWithAck('presence:watch', { userIds: ids(peopleLimits.watchMax) })).toMatchObject({
    ok: true,
  });
  expect(await socket.emitWithAck('presence:watch', { userIds: ids(peopleLimits.watchMax + 1) })).toMatchObject({
    ok: false,
    error: { code: 'INVALID' },
  });
});

it('refuses a member one socket too many, with a time to retry, and others none', async () => {
  const [many, other] = [await server.signUp(), await server.signUp()];
  const sockets = [];
  for (let n = 0; n < coreServerLimits.socketsPerMemberMax; n += 1) sockets.push(await server.connect(many));
  await expect(server.connect(many)).rejects.toMatchObject({ data: { code: 'RATE_LIMITED', retry_after: 30 } });
  expect((await server.connect(other)).connected).toBe(true);
  sockets[0]?.disconnect();
  await eventually(async () => expect((await server.connect(many)).connected).toBe(true));
});

it('opens no more sockets of a member than allowed when many come at once', async () => {
  const many = await server.signUp();
  const { socketsPerMemberMax: max } = coreServerLimits;
  const outcomes = await Promise.allSettled(Array.from({ length: 2 * max }, () => server.connect(many)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(max);
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') outcome.value.disconnect();
  await eventually(async () => expect((await server.connect(many)).connected).toBe(true));
});

it('shields others from one hostile and one slow client under load', { timeout: 60_000 }, async () => {
  // With room for a load that fills the slow one's buffers.
  await using crowd = await startTestServer({ env: { RATE_LIMIT: '20' } });
  const signUps = Array.from({ length: 5 }, () => crowd.signUp());
  const [hostile, slow, writer, asha, bina] = await Promise.all(signUps);
  if (!hostile || !slow || !writer || !asha || !bina) throw new Error('nobody signed up');
  // Before an answer, only a few messages are accepted.
  const answer = (from: TestMember, to: TestMember) =>
    crowd.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Hi' });
  await Promise.all([answer(slow, writer), answer(bina, asha)]);
  const [sender, receiver] = [await crowd.connect(asha), await crowd.connect(bina)];
  const arrived: number[] = [];
  receiver.on('message:new', ({ seq }) => arrived.push(seq));

  let stopped = false;
  // The hostile one floods with packets too large, malformed and valid, and comes back whenever it is cut.
  const flood = async () => {
    while (!stopped) {
      const { raw, closed } = await rawSocket(hostile, crowd.url);
      for (let n = 0; n < 300; n += 1) {
        raw.send(`42${n}["message:send",${'['.repeat(200)}]`);
        raw.send(`42${n}["presence:watch",{"userIds":[${n + 1}]}]`);
      }
      raw.send(`42["message:send","${'x'.repeat(70_000)}"]`);
      await closed;
      await sleep(500);
    }
  };
  // The slow one never reads what a third keeps writing to it.
  const deaf = await rawSocket(slow, crowd.url);
  (deaf.raw as unknown as { _socket: Socket })._socket.pause();
  const filling = await crowd.connect(writer);
  const fill = async () => {
    while (!stopped) {
      await Promise.all(Array.from({ length: 20 }, () => send(filling, slow.id, 'x'.repeat(4_000))));
      await sleep(100);
    }
  };
  const attackers = [flood(), fill()];

  const tookMs: number[] = [];
  for (let n = 0; n < 60; n += 1) {
    const startedMs = cpuMs();
    const ack = await send(sender, bina.id, `message ${n}`);
    if (ack.ok) tookMs.push(cpuMs() - startedMs);
    await sleep(50);
  }
  stopped = true;
  await Promise.all(attackers);
  deaf.raw.terminate();
  expect(tookMs).toHaveLength(60);
  await eventually(() => expect(arrived).toEqual(Array.from({ length: 60 }, (_, index) => index + 2)));
  // A blocked server answers after many seconds of work, or never.
  expect(Math.max(...tookMs)).toBeLessThan(2_000);
});
