import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eventually } from '@sangam/testing/eventually';
import { type ClientSocket, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

const METRICS_TOKEN = 'a-token-of-the-tests';
const REDIS_URL = inject('redisUrl') ?? '';
let server: TestServer;
let asha: TestMember;
let bina: TestMember;
let socket: ClientSocket;

beforeAll(async () => {
  server = await startTestServer({ env: { METRICS_TOKEN, REDIS_URL, RATE_LIMIT: 'on' } });
  [asha, bina] = [await server.signUp('Asha'), await server.signUp('Bina')];
  // Only a few messages are allowed before a reply, and the reply itself takes the checked path.
  await server.call('POST /api/messages', bina.token, { receiver_id: asha.id, content: 'Hi' });
  await server.call('POST /api/messages', asha.token, { receiver_id: bina.id, content: 'Hello' });
  socket = await server.connect(asha);
});
afterAll(() => server.close());

const scrape = async () => {
  const { status, body } = await server.call('GET /metrics', METRICS_TOKEN);
  expect(status).toBe(200);
  return body as string;
};
/** Returns the sum of a metric's samples whose labels contain this text. */
const read = (text: string, name: string, labels = '') =>
  text
    .split('\n')
    .filter((line) => (line.startsWith(`${name} `) || line.startsWith(`${name}{`)) && line.includes(labels))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);

it('are served to holders of the token only', async () => {
  for (const token of [null, 'another-token-of-nobody', asha.token]) {
    const { status, body } = await server.call('GET /metrics', token);
    expect(status).toBe(401);
    expect(body).toMatchObject({ success: false, code: 'UNAUTHORIZED' });
  }
  await using silent = await startTestServer();
  expect((await silent.call('GET /metrics', METRICS_TOKEN)).status).toBe(404);
});

it('count messages, their batches and durations', async () => {
  const before = await scrape();
  await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      socket.emitWithAck('message:send', { receiver_id: bina.id, content: `m${n}`, client_id: randomUUID() }),
    ),
  );
  const after = await scrape();
  const grown = (name: string) => read(after, name) - read(before, name);
  expect(grown('sangam_messages_total')).toBe(30);
  expect(grown('sangam_message_batch_size_sum')).toBe(30);
  const batches = grown('sangam_message_batch_size_count');
  expect(batches).toBeGreaterThan(0);
  expect(grown('sangam_message_ack_seconds_count')).toBe(batches);
  expect(grown('sangam_message_delivery_seconds_count')).toBe(batches);
  expect(grown('sangam_message_ack_seconds_sum')).toBeGreaterThan(0);
  expect(read(after, 'sangam_message_queue_length')).toBe(0);
});

it('count connections, requests by route and status, and refusals by reason', async () => {
  expect(read(await scrape(), 'sangam_connections')).toBe(1);
  const other = await server.connect(bina);
  await server.call(`GET /api/messages/conversation/${bina.id}`, asha.token);
  await server.call('GET /api/messages/conversation/no-number', asha.token);
  await socket.emitWithAck('message:send', { receiver_id: bina.id, content: ' ', client_id: randomUUID() });
  // Other runs may share the limits, through Redis.
  const email = `${randomUUID()}@example.org`;
  for (let n = 0; n < 11; n += 1)
    await server.call('POST /api/auth/login', null, { email, password: 'Wrong-password-1' });
  const text = await scrape();
  const route = 'route="/api/messages/conversation/:userId"';
  expect(read(text, 'sangam_connections')).toBe(2);
  expect(read(text, 'sangam_http_request_seconds_count', `${route},status="200"`)).toBe(1);
  expect(read(text, 'sangam_http_request_seconds_count', `${route},status="400"`)).toBe(1);
  expect(read(text, 'sangam_event_refusals_total', 'code="INVALID"')).toBe(1);
  expect(read(text, 'sangam_rate_limited_total', 'limit="loginByAccount"')).toBe(1);
  other.disconnect();
  await eventually(async () => expect(read(await scrape(), 'sangam_connections')).toBe(1));
});

it('show the database’s pool, Redis and the event loop, and no member’s data', async () => {
  const text = await scrape();
  expect(read(text, 'sangam_database_connections')).toBeGreaterThan(0);
  // The embedded database has one connection, which a job may be using.
  await eventually(async () => expect(read(await scrape(), 'sangam_database_waiting')).toBe(0));
  expect(text.includes('sangam_redis_up 1')).toBe(REDIS_URL !== '');
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/mu);
  for (const secret of [asha.email, asha.token, METRICS_TOKEN, 'Asha']) expect(text).not.toContain(secret);
});

it('match the metrics on the Grafana dashboard exactly', async () => {
  const text = await scrape();
  const there = new Set([...text.matchAll(/^# TYPE (\w+) (\w+)$/gmu)].map(([, name]) => name as string));
  if (REDIS_URL === '') there.add('sangam_redis_up');
  const dashboard = await readFile(new URL('../../../../docs/grafana-dashboard.json', import.meta.url), 'utf8');
  const { panels } = JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] };
  const asked = new Set(
    panels
      .flatMap(({ targets = [] }) => targets)
      .flatMap(({ expr }) => expr.match(/\b(?:sangam|nodejs|process)_\w+/gu) ?? [])
      .map((name) => (there.has(name) ? name : name.replace(/_(bucket|sum|count)$/u, ''))),
  );
  expect(asked.size).toBeGreaterThan(10);
  for (const name of asked) expect(there).toContain(name);
  for (const name of there) if (name.startsWith('sangam_')) expect(asked).toContain(name);
});
