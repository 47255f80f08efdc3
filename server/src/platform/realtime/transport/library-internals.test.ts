import { createServer, type Server as HttpServer } from 'node:http';
import { eventually } from '@sangam/testing/eventually';
import { listenHere } from '@sangam/testing/servers/listening';
import { startTemporaryRedis } from '@sangam/testing/servers/temporary-redis';
import pino from 'pino';
import { type Socket as ClientSocket, io as connect } from 'socket.io-client';
import { afterAll, afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../../../config.js';
import { createRateLimits } from '../../limits/rate-limits.js';
import { createRedis, type Redis } from '../../redis/redis.js';
import { defaultTimings as timings } from '../../timings.js';
import { useRedisAdapter } from '../cluster/adapter.js';
import { createSocketRegistry } from '../sockets/registry.js';
import type { Io, MemberSocket } from './io.js';
import {
  beforeEachFrame,
  beforeReceiver,
  decoderOf,
  isOpen,
  roomOf,
  sharedChannelOf,
  sidOf,
  webSocketOf,
} from './library-internals.js';
import { parser, receiveEvents } from './packets.js';
import { createSocketServer } from './server.js';

const redis = await startTemporaryRedis();
afterAll(() => redis?.kill());
const log = pino({ level: 'silent' });
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A Socket.IO server configured like ours, without the application. */
async function listen(): Promise<{ io: Io; url: string }> {
  const http: HttpServer = createServer();
  const limits = createRateLimits(null, null, () => undefined);
  const io = createSocketServer(http, { config: readConfig({}), limits, timings: timings.sockets, log });
  const port = await listenHere(http);
  closing.push(() => io.close());
  return { io, url: `http://127.0.0.1:${port}` };
}

/** Both ends of a new connection, with everything the client has received. */
async function open({ io, url }: { io: Io; url: string }, transport: 'websocket' | 'polling') {
  const accepted = new Promise<MemberSocket>((resolve) => io.once('connection', resolve));
  const client: ClientSocket = connect(url, { transports: [transport], forceNew: true, reconnection: false });
  closing.push(() => client.disconnect());
  const received: unknown[] = [];
  client.onAny((...event) => received.push(event));
  return { client, socket: await accepted, received };
}

it('finds the WebSocket under a socket, which sends whatever is written to it', async () => {
  const server = await listen();
  const { socket, received } = await open(server, 'websocket');
  const webSocket = webSocketOf(socket);
  expect(webSocket, 'Engine.IO no longer keeps its WebSocket in conn.transport.socket').toBeInstanceOf(WebSocket);
  webSocket?.send('42["typing",1]');
  await eventually(() =>
    expect(received, 'Engine.IO 4 packets no longer begin with 4, or Socket.IO events with 2').toEqual([['typing', 1]]),
  );
  const polling = await open(server, 'polling');
  const { id } = polling.client.io.engine as unknown as { id: string };
  expect(sidOf(polling.socket.conn), 'Engine.IO no longer keeps its session id in conn.id').toBe(id);
  expect(isOpen(server.io, String(id)), 'Engine.IO no longer keeps its connections in engine.clients').toBe(true);
  expect(isOpen(server.io, 'toString')).toBe(false);
  expect(webSocketOf(polling.socket), 'a polling connection seems to have a WebSocket').toBeNull();
});

it('sees frames before `ws` writes them, and received bytes before `ws` does', async () => {
  const { client, socket, received } = await open(await listen(), 'websocket');
  const webSocket = webSocketOf(socket) as WebSocket;
  let [frames, bytes] = [0, 0];
  beforeEachFrame(webSocket, () => (frames += 1));
  beforeReceiver(webSocket, (sent) => {
    bytes += sent.length;
    return 0;
  });
  webSocket.ping();
  expect(frames, 'ws no longer writes through _sender.sendFrame').toBe(1);
  socket.nsp.emit('typing', { sender_id: 1, typing: true });
  expect(frames, 'Engine.IO no longer writes broadcasts through _sender.sendFrame').toBe(2);
  client.emit('typing', { n: 1 });
  await eventually(() => expect(bytes, 'ws no longer hands data to _receiver.write').toBeGreaterThan(0));
  await eventually(() => expect(received).toHaveLength(1));
});

it('finds the decoder of a connection, which passes on events', async () => {
  const { client, socket } = await open(await listen(), 'websocket');
  expect(decoderOf(socket), 'Socket.IO no longer keeps its decoder in client.decoder').toBeInstanceOf(parser.Decoder);
  const events: unknown[] = [];
  receiveEvents(socket, (args, ackId) => events.push([args, ackId]));
  client.emit('typing', { n: 1 });
  client.emit('typing', { n: 2 }, () => undefined);
  await eventually(() =>
    expect(events, 'Socket.IO no longer calls decoder.add with each packet as it came').toEqual([
      [['typing', { n: 1 }], null],
      [['typing', { n: 2 }], '0'],
    ]),
  );
});

it.skipIf(redis === null)('knows the channel to which the Redis adapter subscribes for a room', async () => {
  const join = async () => {
    const server = await listen();
    const own: Redis = await createRedis(redis?.url ?? '', 'a secret of this test', log, timings.redis);
    closing.push(() => own.close());
    const sockets = createSocketRegistry();
    return {
      ...server,
      redis: own,
      ...(await useRedisAdapter(server.io, {
        redis: own,
        sockets,
        log,
        timings,
        otherServers: () => [],
        unreachedAfterMs: 60_000,
      })),
    };
  };
  const [one, two] = [await join(), await join()];
  const [here, there] = [await open(one, 'websocket'), await open(two, 'websocket')];
  for (const { socket } of [here, there]) for (const room of ['m:7', 'p:7']) void socket.join(room);
  await one.peers.confirmed(7).byPrompt;
  await eventually(() =>
    expect(
      [one, two].map(({ peers }) => peers.mayHold(7)),
      'the Redis adapter no longer subscribes through sSubscribe, or no longer to …#/#room#',
    ).toEqual([true, true]),
  );
  const client = await one.redis.client('canary', timings.redis.heartbeat);
  const sharedChannel = sharedChannelOf(one.redis.namespace);
  expect(
    await client.pubSubShardNumSub([sharedChannel]),
    'not every server subscribes to prefix#/# any longer',
  ).toEqual({ [sharedChannel]: 2 });
  expect(
    (await client.pubSubShardChannels()).map(roomOf).sort(),
    'a member’s room has a channel of its own, or a watched one has none',
  ).toEqual(expect.arrayContaining(['p:7']) && expect.not.arrayContaining(['m:7']));
  await eventually(() => {
    here.received.splice(0);
    one.io.to('p:7').emit('typing', { sender_id: 2, typing: true });
    expect(there.received, 'the Redis adapter no longer calls sPublish for a broadcast').toContainEqual([
      'typing',
      { sender_id: 2, typing: true },
    ]);
  });
});
