import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProxy } from '@sangam/testing/servers/proxy';
import { startTemporaryRedis } from '@sangam/testing/servers/temporary-redis';
import { startTestServer } from '@sangam/testing/test-server';
import { afterAll, expect, it } from 'vitest';

const redis = await startTemporaryRedis();
afterAll(() => redis?.kill());

const HANDSHAKE = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  ...['Host: server', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
].join('\r\n');

it.skipIf(redis === null)('survives a client that disconnects before Redis has counted its handshake', async () => {
  const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(redis?.url ?? '').port) });
  const server = await startTestServer({
    env: { RATE_LIMIT: 'on', REDIS_URL: `redis://127.0.0.1:${proxy.port}` },
    timings: { redis: { limitsAnsweredWithinMs: 200 } },
  });
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtException', note);
  try {
    proxy.set('blackhole');
    const client = connect(Number(new URL(server.url).port), '127.0.0.1');
    await new Promise<void>((resolve) => client.once('connect', resolve));
    client.write(HANDSHAKE);
    await sleep(100);
    client.resetAndDestroy();
    await sleep(150);
    expect(uncaught).toEqual([]);
    proxy.set('pass');
  } finally {
    process.off('uncaughtException', note);
    await server.close();
    await proxy.close();
  }
});
