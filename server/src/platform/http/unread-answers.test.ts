import { readdirSync, readlinkSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@sangam/testing/eventually';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { clientBuild } from './pages.js';

const DRAINED_WITHIN_MS = 400;
/** 1.5 MB: more than the kernel's buffers hold, when it is requested fifteen times. */
const BUNDLE = '/api/docs/static/swagger-ui-bundle.js';
let server: TestServer;
let largest: string;
const clients: Socket[] = [];
beforeAll(async () => {
  server = await startTestServer({ timings: { http: { drainedWithinMs: DRAINED_WITHIN_MS } } });
  const names = (await readdir(join(clientBuild, 'assets'))).filter((name) => !/\.(br|gz)$/u.test(name));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(clientBuild, 'assets', name))).size));
  largest = `/assets/${names[sizes.indexOf(Math.max(...sizes))]}`;
});
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});
afterAll(() => server.close());

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** A connection that writes this at once, and reads nothing. */
async function openUnreadingClient(bytes: string): Promise<{ client: Socket; closed: Promise<void> }> {
  const { hostname, port } = new URL(server.url);
  const client = connect({ port: Number(port), host: hostname });
  clients.push(client);
  client.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  client.pause();
  await new Promise<void>((resolve) => client.once('connect', resolve));
  client.write(bytes);
  return { client, closed };
}

const openConnections = () =>
  new Promise<number>((resolve, reject) =>
    server.app.fastify.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
const openFiles = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(clientBuild);
    } catch {
      return false;
    }
  }).length;

it('cuts a connection whose client does not read, once nothing has drained for the time limit', async () => {
  const others = await openConnections();
  const startedMs = performance.now();
  await openUnreadingClient(request(BUNDLE).repeat(15));
  await eventually(async () => expect(await openConnections()).toBe(others + 1));
  await eventually(async () => expect(await openConnections()).toBe(others));
  expect(performance.now() - startedMs).toBeGreaterThan(DRAINED_WITHIN_MS);
});

it('lets a slow reader have everything', async () => {
  const { client, closed } = await openUnreadingClient(
    request(BUNDLE).repeat(14) + request('/healthz').replace('x\r\n', 'x\r\nConnection: close\r\n'),
  );
  let text = '';
  // Less than the limit, which each byte that drains starts again.
  await sleep(DRAINED_WITHIN_MS / 2);
  client.on('data', (chunk) => {
    text += chunk.toString('latin1');
    client.pause();
    setTimeout(() => client.resume(), 2);
  });
  client.resume();
  await closed;
  expect(text.match(/HTTP\/1\.1 200/gu)).toHaveLength(15);
  expect(text).toContain('"status":"ok"');
});

it('answers several requests sent at once, in order, and cuts a connection that sends very many', async () => {
  const few = await openUnreadingClient(
    `${request('/healthz').repeat(15)}${request('/api/none').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`,
  );
  let text = '';
  few.client.on('data', (chunk) => {
    text += String(chunk);
  });
  few.client.resume();
  await few.closed;
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/gu)].map(([, status]) => status)).toEqual([
    ...Array(15).fill('200'),
    '404',
  ]);

  const many = await openUnreadingClient(request(largest).repeat(1_000));
  many.client.resume();
  await many.closed;
});

it.runIf(process.platform === 'linux')('closes the files of a connection that has gone', async () => {
  const others = await openConnections();
  const clients = await Promise.all(Array.from({ length: 20 }, () => openUnreadingClient(request(largest).repeat(15))));
  await eventually(() => expect(openFiles()).toBeGreaterThan(0));
  for (const { client } of clients) client.destroy();
  // Only then does nothing open another file.
  await eventually(async () => expect(await openConnections()).toBe(others));
  await eventually(() => expect(openFiles()).toBe(0));
});
