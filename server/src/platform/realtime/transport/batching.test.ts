import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { listenHere } from '@sangam/testing/servers/listening';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket, type WebSocketServer } from 'ws';
import { BatchingWebSocket, batchingWebSocketServer, textFrame } from './batching.js';
import { createReceivedBounds } from './cut-floods.js';

let http: Server;
let url: string;
let sockets: WebSocketServer;

beforeAll(async () => {
  http = createServer();
  sockets = new (batchingWebSocketServer(500, createReceivedBounds(null, () => undefined).webSocket))({ server: http });
  url = `ws://127.0.0.1:${await listenHere(http)}`;
});
afterAll(() => {
  sockets.close();
  http.close();
});

/** Returns everything a client receives from `act`, until it is closed. */
const exchange = async (act: (server: WebSocket) => void): Promise<{ received: string[]; code: number }> => {
  sockets.once('connection', act);
  const client = new WebSocket(url);
  const received: string[] = [];
  client.on('message', (data, isBinary) => received.push(isBinary ? `binary ${data}` : String(data)));
  const code = await new Promise<number>((resolve, reject) => client.on('error', reject).once('close', resolve));
  return { received, code };
};

it('sends texts of every length class and of every script, whole and in order', async () => {
  const texts = [
    '',
    'a',
    'x'.repeat(125),
    'x'.repeat(126),
    'y'.repeat(65_535),
    'z'.repeat(65_536),
    'नमस्ते 👍 é',
    '\x81\x7f\xff',
  ];
  const { received } = await exchange((server) => {
    for (const text of texts) server.send(text);
    server.close();
  });
  expect(received).toEqual(texts);
});

it('encodes a text that may not be ASCII, and sends an ASCII text unchanged', async () => {
  const { received } = await exchange((server) => {
    if (!(server instanceof BatchingWebSocket)) throw new Error('the server made another kind of socket');
    server.sendFrame(textFrame('नमस्ते 👍 é', false));
    server.sendFrame(textFrame('hello', false));
    server.sendFrame(textFrame('hello', true));
    server.close();
  });
  expect(received).toEqual(['नमस्ते 👍 é', 'hello', 'hello']);
});

it('keeps the order of texts, binary data and the closing frame, and calls back for each', async () => {
  let calls = 0;
  const { received, code } = await exchange((server) => {
    server.send('one', () => (calls += 1));
    server.send(Buffer.from('two'), () => (calls += 1));
    server.send('three', () => (calls += 1));
    server.close(4_000, 'done');
  });
  expect(received).toEqual(['one', 'binary two', 'three']);
  expect(code).toBe(4_000);
  expect(calls).toBe(3);
});

/** Engine.IO passes one prepared frame to all receivers of a broadcast. */
const sendFrame = (server: WebSocket, text: string) =>
  (server as unknown as { _sender: { sendFrame(frame: Buffer[]): void } })._sender.sendFrame([
    Buffer.from([0x81, 0x7e, text.length >>> 8, text.length & 0xff]),
    Buffer.from(text),
  ]);
const frame = 'f'.repeat(60_000);

it('keeps the place of a prepared frame', async () => {
  const { received } = await exchange((server) => {
    server.send('one');
    sendFrame(server, frame);
    server.send('three');
    server.close();
  });
  expect(received).toEqual(['one', frame, 'three']);
});

it('writes the frames of one turn at once, whichever way they were received', async () => {
  let writes = 0;
  const { received } = await exchange((server) => {
    const { _socket: socket } = server as unknown as { _socket: Socket };
    for (const name of ['_write', '_writev'] as const) {
      const write = socket[name]?.bind(socket) as (...args: unknown[]) => void;
      Object.assign(socket, {
        [name]: (...args: unknown[]) => {
          writes += 1;
          write(...args);
        },
      });
    }
    server.send('one');
    sendFrame(server, 'two'.repeat(100));
    server.send('three');
    setImmediate(() => server.terminate());
  });
  expect(received).toEqual(['one', 'two'.repeat(100), 'three']);
  expect(writes).toBe(1);
});

it('cuts off a client that does not read', async () => {
  const { received, code } = await exchange((server) => {
    for (let n = 0; n < 1_000; n += 1) server.send(frame);
  });
  expect(received.length).toBeLessThan(200);
  expect(code).toBe(1006);
});

it('waits a moment for a client to answer the closing frame', async () => {
  const closed = new Promise<number>((resolve) => {
    sockets.once('connection', (server) => {
      const startedMs = Date.now();
      server.once('close', () => resolve(Date.now() - startedMs));
      setTimeout(() => server.close(), 100);
    });
  });
  const client = new WebSocket(url);
  client.once('open', () => (client as unknown as { _socket: Socket })._socket.pause());
  expect(await closed).toBeLessThan(2_500);
  client.terminate();
});

it('reports that the socket is no longer open', async () => {
  const failed = await new Promise<Error | undefined>((resolve) => {
    void exchange((server) => {
      server.terminate();
      server.send('too late', resolve);
    });
  });
  expect(failed).toBeInstanceOf(Error);
});
