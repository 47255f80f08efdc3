import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { dropGoneUpgrades } from './gone-clients.js';

const UPGRADE = 'GET / HTTP/1.1\r\nHost: server\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

async function startServer() {
  const http = createServer();
  const passed: { connection: Duplex; head: string }[] = [];
  http.on('upgrade', (_, connection, head) => {
    passed.push({ connection, head: String(head) });
    connection.on('error', () => connection.destroy());
    connection.write('welcome');
  });
  dropGoneUpgrades(http);
  // As the server does for all upgrades.
  http.prependListener('upgrade', (_, connection) => connection.on('error', () => connection.destroy()));
  await once(http.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    for (const { connection } of passed) connection.destroy();
    await new Promise((resolve) => http.close(resolve));
  });
  const { port } = http.address() as AddressInfo;
  return { http, passed, open: () => connect(port, '127.0.0.1') };
}

it('passes an upgrade on with what the client sent after it', async () => {
  const { passed, open } = await startServer();
  const client = open();
  client.write(`${UPGRADE}first`);
  expect(String((await once(client, 'data'))[0])).toBe('welcome');
  client.write('second');
  await expect.poll(() => `${passed[0]?.head}${passed[0]?.connection.read() ?? ''}`).toBe('firstsecond');
});

it.each(['end', 'destroy'] as const)('drops an upgrade whose client has already gone by %s', async (how) => {
  const { http, passed, open } = await startServer();
  const connections: Duplex[] = [];
  http.on('connection', (connection) => connections.push(connection));
  const client = open();
  await once(client, 'connect');
  // The server shares this thread: it reads both afterwards.
  client.write(UPGRADE);
  client[how]();
  await expect.poll(() => connections[0]?.destroyed).toBe(true);
  expect(passed).toEqual([]);
});
