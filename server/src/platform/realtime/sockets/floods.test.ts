import { randomUUID } from 'node:crypto';
import { eventually } from '@sangam/testing/eventually';
import { recordedLog } from '@sangam/testing/recorded-log';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { receivedMaxima } from '../transport/cut-floods.js';

const { log, lines } = recordedLog('info');
let server: TestServer;
let asha: TestMember;
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: 'on' }, log });
  asha = await server.signUp();
});
afterAll(() => server.close());

/** A WebSocket that has joined; `closed` resolves when the server has closed it. */
async function joined(member: TestMember): Promise<{ raw: WebSocket; closed: Promise<void> }> {
  const raw = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const closed = new Promise<void>((resolve) => raw.once('close', () => resolve()));
  raw.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    raw.on('message', (data) => {
      if (String(data).startsWith('0')) raw.send(`40${JSON.stringify({ token: member.token })}`);
      if (String(data).startsWith('40')) resolve();
    });
  });
  return { raw, closed };
}

const isLogged = () => lines.some((line) => line.includes('it sent too much'));

describe('over a WebSocket, cuts a flood of', () => {
  const packets: Record<string, (raw: WebSocket, n: number) => void> = {
    'events with an endless acknowledgement id': (raw, n) =>
      raw.send(`42${String(n).padStart(20, '1')}["typing",{"receiver_id":1,"typing":true}]`),
    'binary events': (raw) => {
      raw.send('451-["message:send",{"_placeholder":true,"num":0}]');
      raw.send(Buffer.from('x'));
    },
    'other namespaces': (raw, n) => raw.send(`40/other${n},{}`),
    'forged acknowledgements': (raw, n) => raw.send(`43${n}[{}]`),
    'engine noops': (raw) => raw.send('6'),
    'engine pongs': (raw) => raw.send('3'),
    'ping frames': (raw) => raw.ping('x'.repeat(100)),
    'pong frames': (raw) => raw.pong(),
  };
  it.each(Object.entries(packets))('%s', async (_what, send) => {
    const { raw, closed } = await joined(asha);
    for (let n = 0; n < receivedMaxima.frames; n += 1) send(raw, n);
    await closed;
    expect(isLogged()).toBe(true);
  });

  it('many bytes in few frames', async () => {
    const { raw, closed } = await joined(asha);
    for (let n = 0; n < 100; n += 1) raw.send(`6${'x'.repeat(60_000)}`);
    await closed;
  });

  it('one message in very many fragments', async () => {
    const { raw, closed } = await joined(asha);
    for (let n = 0; n < 100; n += 1) raw.send('', { fin: false });
    await closed;
  });
});

describe('over long-polling, cuts a flood of', () => {
  const address = () => `${server.url}/socket.io/?EIO=4&transport=polling`;
  const open = async () => {
    const { sid } = JSON.parse((await (await fetch(address())).text()).slice(1)) as { sid: string };
    const post = (body: string) => fetch(`${address()}&sid=${sid}`, { method: 'POST', body });
    await post(`40${JSON.stringify({ token: asha.token })}`);
    return { sid, post };
  };
  const isGone = (sid: string) =>
    eventually(async () => expect((await fetch(`${address()}&sid=${sid}`)).status).toBe(400));

  it('packets that are not events', async () => {
    const { sid, post } = await open();
    await post(Array(receivedMaxima.frames).fill('6').join('\x1e')).catch(() => undefined);
    await isGone(sid);
  });

  it('bodies that are too large', async () => {
    const { sid, post } = await open();
    for (let n = 0; n < 50; n += 1) await post('6'.repeat(100_000)).catch(() => undefined);
    await isGone(sid);
  });
});

it('keeps the connection of a member who sends as much as they may', async () => {
  const bina = await server.signUp();
  // Before an answer, only a few messages are accepted.
  await server.call('POST /api/messages', bina.token, { receiver_id: asha.id, content: 'Hi' });
  const socket = await server.connect(asha);
  const message = () => ({ receiver_id: bina.id, content: '👍'.repeat(4_000), client_id: randomUUID() });
  for (let sent = 0; sent < 120; sent += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => socket.emitWithAck('message:send', message())));
    expect(answers.every(({ ok }) => ok)).toBe(true);
  }
  // A few more events than are served: they are refused, but the connection isn't cut.
  const typed = { receiver_id: bina.id, typing: true };
  await Promise.all(Array.from({ length: 400 }, () => socket.emitWithAck('typing', typed)));
  expect(socket.connected).toBe(true);
});

describe('a socket that leaves the namespace', () => {
  it('is closed on a WebSocket', async () => {
    const { raw, closed } = await joined(asha);
    raw.send('41');
    await closed;
  });

  it('is closed when it polls', async () => {
    const address = `${server.url}/socket.io/?EIO=4&transport=polling`;
    const { sid } = JSON.parse((await (await fetch(address)).text()).slice(1)) as { sid: string };
    await fetch(`${address}&sid=${sid}`, { method: 'POST', body: `40${JSON.stringify({ token: asha.token })}` });
    expect(await (await fetch(`${address}&sid=${sid}`)).text()).toMatch(/^40/u);
    const left = await fetch(`${address}&sid=${sid}`, { method: 'POST', body: '41' });
    expect(left.status).toBe(200);
    await eventually(async () => expect((await fetch(`${address}&sid=${sid}`)).status).toBe(400));
  });
});
