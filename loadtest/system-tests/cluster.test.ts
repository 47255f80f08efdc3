import { hasBalancer } from '@sangam/testing/balancer';
import { type Cluster, type ClusterServer, startCluster } from '@sangam/testing/cluster';
import { eventually } from '@sangam/testing/eventually';
import { onDatabase } from '@sangam/testing/template';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectClean, type LoadTest, loadTest, startLoadTest } from './run.js';

const here = inject('redisUrl') !== null && hasBalancer();
const RUN_WITHIN_MS = 90_000;
const USERS = 24;
const base = `--users ${USERS} --ramp 1 --processes 2 --settle 60`.split(' ');
// Few reconnects: pushes are checked only on sockets that have been connected for a while. Of the rest so many that a slow
// machine answers some of each.
const load = [...base, '--mix', 'send=45,read=15,typing=12,presence=12,reconnect=2,join=14'];
const openLoop = [...load, '--rate', '120'];
const closedLoop = [...load, '--closed-loop', '--think', '100'];
/** So long because a server restarts meanwhile; with more reconnects, which bring members back to it. */
const longOpenLoop = [
  ...[...base, '--duration', '35', '--rate', '60'],
  ...['--mix', 'send=45,read=15,typing=12,presence=12,reconnect=3,join=13'],
];
/** The least number of messages that each server must have stored. */
const STORED_MIN = 20;

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

/** The rows added since `before` are exactly those that the run counts as acknowledged. */
async function expectStored(cluster: Cluster, { figures }: LoadTest, before: Awaited<ReturnType<typeof rowsOf>>) {
  const rows = await rowsOf(cluster);
  expect(rows.users - before.users).toBe(USERS);
  expect(rows.messages - before.messages).toBe(figures.invariants.stored.checked);
  expect(rows.requests - before.requests).toBe(figures.invariants.requests.checked);
}

async function expectCleanAcross(cluster: Cluster, ...args: string[]): Promise<void> {
  const before = await rowsOf(cluster);
  const storedBefore = await Promise.all(cluster.servers.map(storedBy));
  const run = await loadTest('--url', cluster.balancer.url, '--duration', '6', ...args);
  expectClean(run);
  expect(run.figures.errors).toEqual({});
  await expectStored(cluster, run, before);
  const storedAfter = await Promise.all(cluster.servers.map(storedBy));
  const stored = storedAfter.map((count, index) => count - (storedBefore[index] ?? 0));
  for (const count of stored) expect(count).toBeGreaterThan(STORED_MIN);
  expect(stored.reduce((sum, count) => sum + count)).toBe(run.figures.invariants.stored.checked);
}

describe.runIf(here)('the load test against three servers behind the balancer', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(3);
  }, 60_000);
  afterAll(() => cluster.close());

  it('finds every invariant held in closed loop', { timeout: RUN_WITHIN_MS }, () =>
    expectCleanAcross(cluster, ...closedLoop),
  );

  it('finds every invariant held in open loop', { timeout: RUN_WITHIN_MS }, () =>
    expectCleanAcross(cluster, ...openLoop),
  );

  it('finds every invariant held while a server is restarted', { timeout: RUN_WITHIN_MS }, async () => {
    const before = await rowsOf(cluster);
    const [server] = cluster.servers as [ClusterServer];
    const storedBefore = await storedBy(server);
    const { isRunning, ended } = startLoadTest('--url', cluster.balancer.url, ...longOpenLoop);
    await eventually(async () => expect(await storedBy(server)).toBeGreaterThan(storedBefore + STORED_MIN), 30_000);
    server.process.child.kill('SIGTERM');
    expect(await server.process.exited, server.process.output()).toBe(0);
    await server.start();
    await eventually(async () => expect(await storedBy(server)).toBeGreaterThan(STORED_MIN), 30_000);
    expect(isRunning()).toBe(true);

    const run = await ended;
    expectClean(run);
    // Its members lost their connections, and requests under way their answers. Nothing else may fail.
    for (const error of Object.keys(run.figures.errors)) expect(error).toMatch(/ (LOST|NO_ANSWER)$/u);
    await expectStored(cluster, run, before);
  });
});
