import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { runsFull } from '@sangam/testing/runs';
import { listenHere, portOf } from '@sangam/testing/servers/listening';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { BatchingWebSocket, batchingWebSocketServer } from './batching.js';
import { createReceivedBounds } from './cut-floods.js';
import { readTextFrames } from './text-frames.js';

const MAX_BYTES = 2_000;
const CLOSE_WITHIN_MS = 500;

/** The messages that a server read from a stream of bytes, and its close code. */
interface Received {
  messages: string[];
  code: number;
}

let http: Server;
let plain: WebSocketServer;
let ours: WebSocketServer;
beforeAll(async () => {
  http = createServer();
  plain = new WebSocketServer({ noServer: true, maxPayload: MAX_BYTES, maxFragments: 64 });
  ours = new (batchingWebSocketServer(CLOSE_WITHIN_MS, createReceivedBounds(null, () => undefined).webSocket))({
    noServer: true,
    maxPayload: MAX_BYTES,
  });
  http.on('upgrade', (request, socket, head) => {
    const server = request.url === '/ours' ? ours : plain;
    server.handleUpgrade(request, socket, head, (client) => server.emit('connection', client));
  });
  await listenHere(http);
});
afterAll(() => {
  plain.close();
  ours.close();
  http.close();
});

/** Sends the chunks to one of the servers, each on its own, and ends the connection. */
async function receivedBy(path: '/plain' | '/ours', chunks: readonly Buffer[]): Promise<Received> {
  const messages: string[] = [];
  const closed = new Promise<number>((resolve) => {
    (path === '/ours' ? ours : plain).once('connection', (server: WebSocket) => {
      if (server instanceof BatchingWebSocket) server.takeTexts((text) => messages.push(`text ${text}`) > 0);
      server.on('message', (data, isBinary) => messages.push(`${isBinary ? 'binary' : 'text'} ${data}`));
      server.on('ping', (data) => messages.push(`ping ${data}`));
      server.on('pong', (data) => messages.push(`pong ${data}`));
      server.on('error', (error) => messages.push(`error ${(error as NodeJS.ErrnoException).code}`));
      server.once('close', resolve);
    });
  });
  const socket = await upgraded(path);
  for (const chunk of chunks) {
    await new Promise((resolve) => socket.write(Buffer.from(chunk), resolve));
    // The server has read it after the second: the first comes before the event loop checks for data.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  }
  socket.end();
  socket.resume();
  return { messages, code: await closed };
}

async function upgraded(path: string): Promise<Socket> {
  const socket = connect(portOf(http), '127.0.0.1');
  socket.setNoDelay();
  socket.on('error', () => socket.destroy());
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  await once(socket, 'data');
  return socket;
}

const TEXT = 0x81;
const bytesOf = (...bytes: number[]) => Buffer.from(bytes);

/** A frame with `first` as its first byte; `declared`: another length than the payload has. */
function frame(
  first: number,
  payload: Buffer,
  { masked = true, declared = payload.length, mask = bytesOf(0x37, 0xfa, 0x21, 0x3d) } = {},
): Buffer {
  const flag = masked ? 0x80 : 0;
  const head =
    declared < 126
      ? bytesOf(first, flag | declared)
      : declared < 65_536
        ? bytesOf(first, flag | 126, declared >> 8, declared & 0xff)
        : bytesOf(
            first,
            flag | 127,
            0,
            0,
            0,
            0,
            declared >>> 24,
            (declared >>> 16) & 255,
            (declared >>> 8) & 255,
            declared & 255,
          );
  if (!masked) return Buffer.concat([head, payload]);
  return Buffer.concat([head, mask, payload.map((byte, index) => byte ^ (mask[index % 4] as number))]);
}

/** Numbers that a seed repeats. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

const texts = ['', 'a', '42["typing",{}]', 'नमस्ते 👍 é', 'x'.repeat(125), 'y'.repeat(126), 'z'.repeat(MAX_BYTES)].map(
  (text) => Buffer.from(text),
);
/** Kinds of frames: those that `ws` refuses are rarer, since they end the connection. */
const kinds: ((random: (below: number) => number) => Buffer[])[] = [
  ...Array.from({ length: 12 }, () => (random: (below: number) => number) => [
    frame(TEXT, texts[random(texts.length)] as Buffer),
  ]),
  (random) => [frame(0x82, texts[random(texts.length)] as Buffer)],
  () => [frame(0x89, Buffer.from('ping'))],
  () => [frame(0x8a, Buffer.from('pong'))],
  () => [frame(0x01, Buffer.from('first ')), frame(0x89, Buffer.from('between')), frame(0x80, Buffer.from('last'))],
  () => [frame(0x01, Buffer.from('é').subarray(0, 1)), frame(0x80, Buffer.from('é').subarray(1))],
];
const refusedKinds: (() => Buffer[])[] = [
  () => [frame(TEXT, bytesOf(0x61, 0xff, 0xfe))],
  () => [frame(TEXT, bytesOf(0xed, 0xa0, 0x80))],
  () => [frame(TEXT, Buffer.from('not masked'), { masked: false })],
  () => [frame(TEXT, Buffer.alloc(MAX_BYTES + 1, 0x61))],
  () => [frame(TEXT, Buffer.from('short'), { declared: 70_000 })],
  () => [frame(TEXT, Buffer.from('cut off'), { declared: 100 })],
  () => [frame(0xc1, Buffer.from('reserved bit'))],
  () => [frame(0x83, Buffer.from('unknown opcode'))],
  () => [frame(0x01, Buffer.from('first')), frame(TEXT, Buffer.from('no continuation'))],
  () => [frame(0x80, Buffer.from('continues nothing'))],
  () => [frame(0x88, bytesOf(0x03, 0xe8)), frame(TEXT, Buffer.from('after the close frame'))],
  () => [frame(0x88, bytesOf(0x03))],
];

/** A stream of frames, cut into chunks anywhere. */
function chunksOf(seed: number): Buffer[] {
  const random = randomOf(seed);
  const frames = Array.from({ length: 1 + random(12) }, () => kinds[random(kinds.length)]?.(random) ?? []).flat();
  if (random(2) === 0) frames.push(...(refusedKinds[random(refusedKinds.length)]?.() ?? []));
  if (random(2) === 0) frames.push(frame(TEXT, Buffer.from('the last one')));
  const chunks: Buffer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  for (const each of frames) {
    rest = Buffer.concat([rest, each]);
    while (rest.length > 0 && random(3) > 0) {
      const length = random(2) === 0 ? rest.length : 1 + random(Math.min(8, rest.length));
      chunks.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  }
  chunks.push(rest);
  return chunks;
}

describe('a WebSocket whose texts are taken', () => {
  const seeds = Array.from({ length: runsFull ? 5_000 : 300 }, (_, index) => index + 1);
  // Each seed opens two connections, which may take long on a busy machine.
  const timeout = 30_000 + seeds.length * 100;
  it('receives from any stream of frames what `ws` receives', { timeout }, async () => {
    for (const seed of seeds) {
      const chunks = chunksOf(seed);
      const [received, expected] = await Promise.all([receivedBy('/ours', chunks), receivedBy('/plain', chunks)]);
      expect(received, `seed ${seed}`).toEqual(expected);
    }
  });

  it('waits for the rest of a frame, whatever the rest looks like', async () => {
    // Its payload looks like a frame, and so does the rest after its first byte.
    const inner = frame(TEXT, Buffer.from('inner'));
    const outer = frame(TEXT, inner, { mask: bytesOf(0, 0, 0, 0) });
    const short = frame(TEXT, Buffer.from('a'), { mask: bytesOf(0x81, 0x80, 0, 0) });
    for (const sent of [outer, Buffer.concat([short, inner])])
      for (let cut = 1; cut < sent.length; cut += 1) {
        const chunks = [sent.subarray(0, cut), sent.subarray(cut)];
        expect(await receivedBy('/ours', chunks), `cut at ${cut}`).toEqual(await receivedBy('/plain', chunks));
      }
  });
});

describe('readTextFrames', () => {
  const read = (bytes: Buffer, take: (text: string) => boolean) => readTextFrames(bytes, MAX_BYTES, take);

  it('takes whole texts, and leaves the rest', () => {
    const taken: string[] = [];
    const [one, two] = [frame(TEXT, Buffer.from('one')), frame(TEXT, Buffer.from('दो'))];
    const rest = frame(0x82, Buffer.from('binary'));
    expect(read(Buffer.concat([one, two, rest]), (text) => taken.push(text) > 0)).toBe(one.length + two.length);
    expect(taken).toEqual(['one', 'दो']);
  });

  it('leaves a text that is not taken as it came', () => {
    const bytes = frame(TEXT, Buffer.from('not mine'));
    const before = Buffer.from(bytes);
    expect(read(bytes, () => false)).toBe(0);
    expect(bytes).toEqual(before);
  });

  it('leaves bytes that are not UTF-8 as they came', () => {
    const bytes = frame(TEXT, bytesOf(0x61, 0xc3));
    const before = Buffer.from(bytes);
    expect(read(bytes, () => true)).toBe(0);
    expect(bytes).toEqual(before);
  });
});
