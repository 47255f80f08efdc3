import { hasBalancer } from '@sangam/testing/balancer';
import { type Cluster, type ClusterServer, startCluster } from '@sangam/testing/cluster';
import { eventually } from '@sangam/testing/eventually';
import { onDatabase } from '@sangam/testing/template';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectClean, type LoadTest, loadTest, ranEverything, startLoadTest } from './run.js';

const here = inject('redisUrl') !== null && hasBalancer();
/** For three runs, each twice as long as the one before. */
const RUNS_WITHIN_MS = 400_000;
const RUNS_MAX = 3;
const USERS = 24;
const base = `--users ${USERS} --ramp 1 --processes 2 --settle 60`.split(' ');
// Few reconnects: pushes are checked only on sockets that have been connected for a while. Of the rest so many that a slow
// machine answers some of each.
const load = [...base, '--mix', 'send=45,read=15,typing=12,presence=12,reconnect=2,join=14'];
const openLoop = [...load, '--rate', '60'];
const closedLoop = [...load, '--closed-loop', '--think', '100'];
/** So long because a server restarts meanwhile; with more reconnects, which bring members back to it. */
const longOpenLoop = [
  ...[...base, '--rate', '60'],
  ...['--mix', 'send=45,read=15,typing=12,presence=12,reconnect=3,join=13'],
];
/** The number of messages that shows a server to take part. */
const STORED_MIN = 5;

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

/**
 * Runs the load for `durationS`, and again for twice as long where the machine was too slow for all to happen meanwhile:
 * `run` answers whether it did.
 */
async function untilAllHappened(durationS: number, run: (duration: string[]) => Promise<boolean>): Promise<void> {
  for (let times = 0; times < RUNS_MAX; times += 1)
    if (await run(['--duration', String(durationS * 2 ** times)])) return;
  throw new Error(`not all of it happened in ${RUNS_MAX} runs`);
}

const expectCleanAcross = (cluster: Cluster, ...args: string[]): Promise<void> =>
  untilAllHappened(6, (duration) => cleanAcross(cluster, ...duration, ...args));

async function cleanAcross(cluster: Cluster, ...args: string[]): Promise<boolean> {
  const before = await rowsOf(cluster);
  const storedBefore = await Promise.all(cluster.servers.map(storedBy));
  const run = await loadTest('--url', cluster.balancer.url, ...args);
  expect(run.output).toContain('All invariants held.');
  expect(run.figures.errors).toEqual({});
  await expectStored(cluster, run, before);
  const storedAfter = await Promise.all(cluster.servers.map(storedBy));
  const stored = storedAfter.map((count, index) => count - (storedBefore[index] ?? 0));
  expect(stored.reduce((sum, count) => sum + count)).toBe(run.figures.invariants.stored.checked);
  if (!ranEverything(run) || Math.min(...stored) < STORED_MIN) return false;
  expectClean(run);
  return true;
}

describe.runIf(here)('the load test against three servers behind the balancer', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(3);
  }, 60_000);
  afterAll(() => cluster.close());

  it('finds every invariant held in closed loop', { timeout: RUNS_WITHIN_MS }, () =>
    expectCleanAcross(cluster, ...closedLoop),
  );

  it('finds every invariant held in open loop', { timeout: RUNS_WITHIN_MS }, () =>
    expectCleanAcross(cluster, ...openLoop),
  );

  it('finds every invariant held while a server is restarted', { timeout: RUNS_WITHIN_MS }, () =>
    untilAllHappened(35, async (duration) => {
      const before = await rowsOf(cluster);
      const [server] = cluster.servers as [ClusterServer];
      const storedBefore = await storedBy(server);
      const load = startLoadTest('--url', cluster.balancer.url, ...duration, ...longOpenLoop);
      const takesPart = (known: number) =>
        eventually(async () => {
          if (load.isRunning()) expect(await storedBy(server)).toBeGreaterThan(known + STORED_MIN);
        }, RUNS_WITHIN_MS);
      await takesPart(storedBefore);
      server.process.child.kill('SIGTERM');
      expect(await server.process.exited, server.process.output()).toBe(0);
      await server.start();
      await takesPart(0);
      const happened = load.isRunning();

      const run = await load.ended;
      expect(run.output).toContain('All invariants held.');
      // Its members lost their connections, and requests under way their answers. Nothing else may fail.
      for (const error of Object.keys(run.figures.errors)) expect(error).toMatch(/ (LOST|NO_ANSWER)$/u);
      await expectStored(cluster, run, before);
      if (!happened || !ranEverything(run)) return false;
      expectClean(run);
      return true;
    }),
  );
});
