import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientEvents } from '@sangam/shared/app/socket';
import {
  type Body,
  type ClientSocket,
  startTestServer,
  type TestMember,
  type TestServer,
} from '@sangam/testing/test-server';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

let server: TestServer;
let asha: TestMember;
let bina: TestMember;
let socket: ClientSocket;

beforeAll(async () => {
  server = await startTestServer();
  [asha, bina] = [await server.signUp('Asha'), await server.signUp('Bina')];
  socket = await server.connect(asha);
});
afterAll(() => server.close());

const emit = (event: string, payload: unknown): Promise<Body> =>
  (socket.timeout(2_000) as unknown as { emitWithAck(event: string, payload: unknown): Promise<Body> }).emitWithAck(
    event,
    payload,
  );

const message = (change: Record<string, unknown>) => ({
  receiver_id: bina.id,
  content: 'hello',
  client_id: randomUUID(),
  ...change,
});

/** The server still serves: a message goes through. */
const stillServes = async () => expect(await emit('message:send', message({}))).toMatchObject({ ok: true });

describe('malformed payloads', () => {
  const anything = [
    null,
    undefined,
    0,
    'text',
    [],
    [{}],
    true,
    { receiver_id: {} },
    JSON.parse('{"__proto__":{"x":1}}'),
  ];
  for (const event of Object.keys(clientEvents))
    it(`${event} answers INVALID`, async () => {
      for (const payload of anything)
        expect(await emit(event, payload)).toMatchObject({ ok: false, error: { code: 'INVALID' } });
      await stillServes();
    });

  it('with ids that are huge, negative, zero, fractions, text or other types are INVALID', async () => {
    const ids = [-1, 0, 1.5, 2 ** 53, 1e300, '1', '', true, null, [5], { id: 1 }, '9'.repeat(400)];
    for (const receiver_id of ids)
      expect(await emit('message:send', message({ receiver_id }))).toMatchObject({
        ok: false,
        error: { code: 'INVALID' },
      });
    for (const user_id of ids)
      expect(await emit('message:read', { user_id })).toMatchObject({ ok: false, error: { code: 'INVALID' } });
  });

  it('with content that is too long, blank, or holds NUL or half a character are INVALID', async () => {
    const contents = ['x'.repeat(4_001), '', '   ', '\n\t', '\u200b\u2800', 'a\0b', '\ud800', 7, null, ['x']];
    for (const content of contents)
      expect(await emit('message:send', message({ content }))).toMatchObject({ ok: false, error: { code: 'INVALID' } });
    expect(await emit('message:send', message({ content: 'x'.repeat(4_000) }))).toMatchObject({ ok: true });
  });

  it('of messages to the sender or to nobody are refused', async () => {
    expect(await emit('message:send', message({ receiver_id: asha.id }))).toMatchObject({ error: { code: 'INVALID' } });
    expect(await emit('message:send', message({ receiver_id: 999_999 }))).toMatchObject({
      error: { code: 'USER_NOT_FOUND' },
    });
  });

  it('with an unknown event or unknown fields are INVALID', async () => {
    // `transmit-act.ts` reads how the text begins.
    const unknown = { ok: false, error: { code: 'INVALID', message: 'event: This server has no such event' } };
    expect(await emit('constructor', {})).toEqual(unknown);
    expect(await emit('join', { room: `u:${bina.id}` })).toEqual(unknown);
    expect(await emit('message:send', message({ sender_id: bina.id }))).toMatchObject({ error: { code: 'INVALID' } });
  });
});

/** A signed-in connection that sends raw packets. */
async function rawSocket(member: TestMember): Promise<WebSocket> {
  const raw = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  await new Promise<void>((resolve, reject) => {
    raw.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('0')) raw.send(`40${JSON.stringify({ token: member.token })}`);
      if (text.startsWith('40')) resolve();
    });
    raw.on('error', reject);
  });
  return raw;
}

describe('raw packets that would end a naive server', () => {
  const valid = () => JSON.stringify(message({}));
  const packets: Record<string, () => string> = {
    'no acknowledgement id': () => `42["message:send",${valid()}]`,
    'no payload': () => '42["message:send"]',
    'a null payload without acknowledgement': () => '42["message:send",null]',
    'a null payload': () => '427["message:send",null]',
    'an endless acknowledgement id': () => `42${'9'.repeat(400)}["message:send",${valid()}]`,
    'the event __proto__': () => '42["__proto__",{}]',
    'the event error': () => '42["error",{}]',
    'a number for an event': () => '42[7,{}]',
    'no event': () => '42[]',
    'an object for the event list': () => '42{}',
    'nothing at all behind the type': () => '42',
    'a forged acknowledgement': () => '43999[{}]',
    'the event newListener': () => '42["newListener",1]',
    'a binary placeholder': () => '451-["message:send",{"_placeholder":true,"num":0}]',
    'eleven attachments': () => '4511-["x"]',
    'deep nesting': () => `42["message:send",${'['.repeat(50_000)}]`,
    'an unknown engine packet': () => '6',
    'a letter': () => 'x',
    'an empty frame': () => '',
  };
  for (const [name, packet] of Object.entries(packets))
    it(name, async () => {
      const raw = await rawSocket(bina);
      raw.send(packet());
      await sleep(30);
      raw.terminate();
      await stillServes();
    });

  it('a packet beyond 64 KiB closes only that connection', async () => {
    const raw = await rawSocket(bina);
    const closed = new Promise<number>((resolve) => raw.once('close', resolve));
    raw.send(`42["message:send","${'x'.repeat(70_000)}"]`);
    expect(await closed).toBe(1009);
    await stillServes();
  });
});

describe('a new connection', () => {
  const refusal = (auth: unknown, options: Record<string, unknown> = {}) =>
    new Promise<Body>((resolve) => {
      const refused = io(server.url, {
        auth: auth as object,
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        ...options,
      });
      refused.once('connect', () => resolve('connected'));
      refused.once('connect_error', (error: Body) => resolve(error.data ?? error.message));
    });

  it('refuses a missing token, a bad one, one in the address, and an odd one', async () => {
    for (const auth of [
      {},
      { token: '' },
      { token: 'x' },
      { token: {} },
      { token: ['a'] },
      { token: 'y'.repeat(60_000) },
    ])
      expect(await refusal(auth)).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await refusal({}, { query: { token: asha.token } })).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('refuses a tab of another wire version', async () => {
    expect(await refusal({ token: asha.token, version: 0 })).toMatchObject({ code: 'OUTDATED_CLIENT' });
  });

  it('refuses pages of other origins', async () => {
    const { host } = new URL(server.url);
    const origins = [
      'https://evil.example',
      'null',
      `https://${host}.evil.example`,
      'http://localhost:1',
      `ftp://${host}`,
    ];
    for (const origin of origins)
      expect(await refusal({ token: asha.token }, { extraHeaders: { origin } })).not.toBe('connected');
    expect(await refusal({ token: asha.token }, { extraHeaders: { origin: server.url } })).toBe('connected');
  });

  it('ends the socket when its session ends', async () => {
    const member = await server.signUp();
    const live = await server.connect(member);
    const ended = new Promise((resolve) => live.once('disconnect', resolve));
    await server.call('POST /api/auth/logout', member.token);
    expect(await ended).toBe('io server disconnect');
    expect(await refusal({ token: member.token })).toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
