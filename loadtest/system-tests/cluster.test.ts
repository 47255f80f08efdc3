import { hasBalancer } from '@sangam/testing/balancer';
import { type Cluster, type ClusterServer, startCluster } from '@sangam/testing/cluster';
import { eventually } from '@sangam/testing/eventually';
import { onDatabase } from '@sangam/testing/template';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectClean, type LoadTest, loadTest, startLoadTest } from './run.js';

const here = inject('template').kind === 'postgres' && process.env.REDIS_URL !== undefined && hasBalancer();
const RUN_WITHIN_MS = 90_000;
const USERS = 24;
// Reconnects are rare enough that connections stand long, since only those must hear everything.
const mix = 'send=50,read=20,typing=10,presence=5,reconnect=1,join=12';
const load = `--users ${USERS} --ramp 1 --processes 2 --settle 60 --mix ${mix}`.split(' ');
const openLoop = [...load, '--rate', '120'];
const closedLoop = [...load, '--closed-loop', '--think', '100'];
/** What a server that has taken its part has stored, at least. */
const A_PART = 20;

/** How many messages a server has stored since it started. */
const storedBy = (server: ClusterServer) => server.metric('sangam_messages_total');

async function rowsOf(cluster: Cluster) {
  const [row] = await onDatabase<{ users: number; messages: number; requests: number }>(
    cluster.databaseUrl,
    `SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM messages) AS messages,
       (SELECT count(*)::int FROM join_requests) AS requests`,
  );
  if (!row) throw new Error('no row');
  return row;
}

/** The rows that came since `before` are what the run says was acknowledged, no more and no fewer. */
async function expectStored(cluster: Cluster, { figures }: LoadTest, before = { users: 0, messages: 0, requests: 0 }) {
  const rows = await rowsOf(cluster);
  expect(rows.users - before.users).toBe(USERS);
  expect(rows.messages - before.messages).toBe(figures.promises.stored.checked);
  expect(rows.requests - before.requests).toBe(figures.promises.requests.checked);
}

async function expectCleanAcross(cluster: Cluster, ...args: string[]): Promise<void> {
  const run = await loadTest('--url', cluster.balancer.url, '--duration', '6', ...args);
  expectClean(run);
  expect(run.figures.errors).toEqual({});
  await expectStored(cluster, run);
  const stored = await Promise.all(cluster.servers.map(storedBy));
  for (const count of stored) expect(count).toBeGreaterThan(A_PART);
  expect(stored.reduce((sum, count) => sum + count)).toBe(run.figures.promises.stored.checked);
}

describe.runIf(here)('the load test against two servers behind the balancer', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(2);
  }, 60_000);
  afterAll(() => cluster.close());

  it('finds every promise kept in closed loop', { timeout: RUN_WITHIN_MS }, () =>
    expectCleanAcross(cluster, ...closedLoop),
  );
});

describe.runIf(here)('the load test against three servers behind the balancer', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(3);
  }, 60_000);
  afterAll(() => cluster.close());

  it('finds every promise kept in open loop', { timeout: RUN_WITHIN_MS }, () =>
    expectCleanAcross(cluster, ...openLoop),
  );

  it('finds every promise kept while a server is restarted', { timeout: RUN_WITHIN_MS }, async () => {
    const before = await rowsOf(cluster);
    const [server] = cluster.servers as [ClusterServer];
    const storedBefore = await storedBy(server);
    const { isRunning, ended } = startLoadTest('--url', cluster.balancer.url, '--duration', '20', ...openLoop);
    await eventually(async () => expect(await storedBy(server)).toBeGreaterThan(storedBefore + A_PART), 30_000);
    server.process.child.kill('SIGTERM');
    expect(await server.process.exited, server.process.output()).toBe(0);
    await server.start();
    await eventually(async () => expect(await storedBy(server)).toBeGreaterThan(A_PART), 30_000);
    expect(isRunning()).toBe(true);

    const run = await ended;
    expectClean(run);
    // Who was connected to it lost the connection, and what was under way in that moment its answer. No more than that.
    for (const error of Object.keys(run.figures.errors)) expect(error).toMatch(/ (LOST|NO_ANSWER)$/u);
    await expectStored(cluster, run, before);
  });
});
