import { setTimeout as sleep } from 'node:timers/promises';
import { onDatabase } from '@sangam/testing/database/template';
import { eventually } from '@sangam/testing/eventually';
import { runsFull } from '@sangam/testing/runs';
import { hasBalancer } from '@sangam/testing/servers/balancer';
import { type Cluster, type ClusterServer, startCluster } from '@sangam/testing/servers/cluster';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectClean, type LoadTest, ranEverything, startLoadTest } from './run.js';

const canRun = inject('redisUrl') !== null && hasBalancer();
/** Longer than needed: a run is stopped once everything has happened. */
const RUN_WITHIN_MS = 240_000;
const USERS = 24;
const base = `--users ${USERS} --ramp 1 --duration 180 --processes 2 --settle 60`.split(' ');
// Few reconnects, since live updates are checked only on sockets that have been connected for a while. Enough of the rest that even a slow
// machine answers some of each.
const load = [...base, '--mix', 'send=45,read=15,typing=12,presence=12,reconnect=2,join=14'];
const openLoop = [...load, '--rate', '60'];
const closedLoop = [...load, '--closed-loop', '--think', '250'];
/** With more reconnects, which bring members back to a server that was restarted. */
const reconnecting = [
  ...[...base, '--rate', '60'],
  ...['--mix', 'send=45,read=15,typing=12,presence=12,reconnect=3,join=13'],
];
/** A server that has stored this many messages takes part. */
const STORED_MIN = 5;
/** Within the first of these times every operation runs a few times, unless the machine is slow. */
const LOADS_MS = [4_000, 12_000, 24_000];

/** While other tests run, statements may time out, with such answers. All other answers must be correct. */
const isBusy = (error: string) => error.endsWith(' BUSY');

/** Reads the number of messages that a server has stored since it started. */
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

/** Counts operations with an unknown outcome, such as those answered by a busy server. */
const unknownOf = ({ figures }: LoadTest, operation: 'send' | 'join'): number =>
  Object.entries<number>(figures.errors)
    .filter(([error]) => error.startsWith(operation) && / (BUSY|LOST|NO_ANSWER)$/u.test(error))
    .reduce((sum, [, count]) => sum + count, 0);

/** Expects the rows added since `before` to be the acknowledged ones, plus some of those with an unknown outcome. */
async function expectStored(cluster: Cluster, run: LoadTest, before: Awaited<ReturnType<typeof rowsOf>>) {
  const rows = await rowsOf(cluster);
  const { stored, requests } = run.figures.invariants;
  expect(rows.users - before.users).toBe(USERS);
  for (const [added, { checked }, unknown] of [
    [rows.messages - before.messages, stored, unknownOf(run, 'send')],
    [rows.requests - before.requests, requests, unknownOf(run, 'join')],
  ] as const) {
    expect(added, run.output).toBeGreaterThanOrEqual(checked);
    expect(added, run.output).toBeLessThanOrEqual(checked + unknown);
  }
}

/** Waits until a server has stored more than `storedBefore` by some messages. */
const waitUntilServing = (server: ClusterServer, storedBefore: number): Promise<void> =>
  eventually(async () => expect(await storedBy(server)).toBeGreaterThan(storedBefore + STORED_MIN), RUN_WITHIN_MS);

async function expectCleanAcross(cluster: Cluster, ...args: string[]): Promise<void> {
  for (const loadMs of LOADS_MS) {
    const run = await runAcross(cluster, loadMs, args);
    if (ranEverything(run)) return expectClean(run);
  }
  throw new Error('not every operation was answered');
}

async function runAcross(cluster: Cluster, loadMs: number, args: readonly string[]): Promise<LoadTest> {
  const before = await rowsOf(cluster);
  const storedBefore = await Promise.all(cluster.servers.map(storedBy));
  const load = startLoadTest('--url', cluster.balancer.url, ...args);
  await Promise.all(cluster.servers.map((server, index) => waitUntilServing(server, storedBefore[index] ?? 0)));
  await sleep(loadMs);
  load.stop();
  const run = await load.ended;
  expect(run.output).toContain('All invariants held.');
  expect(Object.keys(run.figures.errors).filter((error) => !isBusy(error))).toEqual([]);
  await expectStored(cluster, run, before);
  const storedAfter = await Promise.all(cluster.servers.map(storedBy));
  const stored = storedAfter.map((count, index) => count - (storedBefore[index] ?? 0));
  const sum = stored.reduce((all, count) => all + count);
  expect(sum).toBeGreaterThanOrEqual(run.figures.invariants.stored.checked);
  expect(sum).toBeLessThanOrEqual(run.figures.invariants.stored.checked + unknownOf(run, 'send'));
  return run;
}

describe.runIf(canRun)('the load test against three servers behind the balancer', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(3);
  }, 60_000);
  afterAll(() => cluster.close());

  // Both always run against one server, and open loop against several while one restarts.
  it.runIf(runsFull)('finds every invariant held in closed loop', { timeout: RUN_WITHIN_MS }, () =>
    expectCleanAcross(cluster, ...closedLoop),
  );

  it.runIf(runsFull)('finds no violation in open loop', { timeout: RUN_WITHIN_MS }, () =>
    expectCleanAcross(cluster, ...openLoop),
  );

  it('finds no violation while a server restarts', { timeout: RUN_WITHIN_MS }, async () => {
    const before = await rowsOf(cluster);
    const [server] = cluster.servers as [ClusterServer];
    const storedBefore = await storedBy(server);
    const load = startLoadTest('--url', cluster.balancer.url, ...reconnecting);
    await waitUntilServing(server, storedBefore);
    server.process.child.kill('SIGTERM');
    expect(await server.process.exited, server.process.output()).toBe(0);
    await server.start();
    await waitUntilServing(server, 0);
    load.stop();

    const run = await load.ended;
    expectClean(run);
    // The restarted server's members lost their connections, and running requests lost their answers. Nothing else may fail.
    const others = Object.keys(run.figures.errors).filter((error) => !isBusy(error));
    for (const error of others) expect(error).toMatch(/ (LOST|NO_ANSWER|ASK_AGAIN_LATER)$/u);
    await expectStored(cluster, run, before);
  });
});
