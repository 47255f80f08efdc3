import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, threadCpuSeconds } from '@sangam/testing/process-usage';
import type { TemporaryPostgres } from '@sangam/testing/temporary-postgres';
import { startTemporaryRedis, type TemporaryRedis } from '@sangam/testing/temporary-redis';
import { openRing, type Placement, type Ring } from './ring.js';
import type { BenchSettings } from './settings.js';
import { buildIn, type SangamOptions, type Subject, startSangam } from './subject.js';
import { type Outcome, printTable, say } from './table.js';

/** Short against what changes a machine's speed, long against the time a ring takes to fill and to drain. */
const SLICE_MS = 350;
/** Of each side: V8 compiles for about so long. */
const WARMUP_SLICES = 24;

/** One slice of one server. */
interface Slice {
  messages: number;
  seconds: number;
  serverCpuS: number;
  databaseCpuS: number;
  redisCpuS: number;
  /** The load generator's. */
  clientCpuS: number;
}

type Figure = 'messages/s' | `${'server' | 'database' | 'Redis' | 'load generator'} CPU µs/message`;
const usPerMessage = (cpuS: number, { messages }: Slice) => (cpuS / messages) * 1e6;
const figures: Record<Figure, (slice: Slice) => number> = {
  'messages/s': ({ messages, seconds }) => messages / seconds,
  'server CPU µs/message': (slice) => usPerMessage(slice.serverCpuS, slice),
  'database CPU µs/message': (slice) => usPerMessage(slice.databaseCpuS, slice),
  'Redis CPU µs/message': (slice) => usPerMessage(slice.redisCpuS, slice),
  'load generator CPU µs/message': (slice) => usPerMessage(slice.clientCpuS, slice),
};

/** What both sides share. */
interface Stores {
  postgres: TemporaryPostgres;
  /** null: neither side has one. */
  redis: TemporaryRedis | null;
}

/**
 * This build against another one, or against itself with other settings or another number of servers. Both sides run at
 * once on one PostgreSQL and Redis, and one load generator drives them in turn, a slice of 350 ms each, so that whatever
 * slows the machine slows both. Each round starts both anew: two processes of one build differ by a few percent.
 */
export async function benchCompare(settings: BenchSettings, postgres: TemporaryPostgres): Promise<Outcome> {
  const { against, env, rounds, seconds } = settings;
  const [members = 200] = settings.sockets;
  const [servers = 0, othersServers = servers] = settings.servers;
  const [placement = 'apart', othersPlacement = placement] = settings.placement;
  const build = against === null ? undefined : await buildIn(against);
  const redis = servers + othersServers > 0 ? await startTemporaryRedis() : null;
  if (redis === null && servers + othersServers > 0)
    return { bench: 'compare', rows: [], failed: 'Redis is not installed' };
  const stores = { postgres, redis };
  const pairsPerRound = Math.ceil((seconds * 1_000) / SLICE_MS / 2);
  const pairs: [Slice, Slice][][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const own = await startSide(stores, servers, placement, { members });
    const other = await startSide(stores, othersServers, othersPlacement, { members, ...(build && { build }), env });
    for (let slice = 0; slice < WARMUP_SLICES; slice += 1) for (const side of [own, other]) await side.slice();
    const measured: [Slice, Slice][] = [];
    for (let pair = 0; pair < pairsPerRound; pair += 1) {
      // Who is first alternates, too.
      if (pair % 2 === 0) measured.push([await own.slice(), await other.slice()]);
      else measured.push(([await other.slice(), await own.slice()] as [Slice, Slice]).reverse() as [Slice, Slice]);
    }
    pairs.push(measured);
    await Promise.all([own.stop(), other.stop()]);
    say(
      `round ${round}: server CPU per message ${ratioOf(measured, 'server CPU µs/message').toFixed(3)} of the other's`,
    );
  }
  await redis?.stop();
  const rows = (Object.keys(figures) as Figure[]).flatMap((figure) => {
    const of = (side: 0 | 1) => mean(pairs.flat().map((pair) => figures[figure](pair[side])));
    const [here, there] = [of(0), of(1)];
    if (here + there === 0) return [];
    const isRatio = figure !== 'Redis CPU µs/message' || (servers > 0 && othersServers > 0);
    return [
      {
        figure,
        here: here.toFixed(1),
        there: there.toFixed(1),
        ratio: isRatio ? mean(pairs.map((round) => ratioOf(round, figure))).toFixed(3) : '',
        '95 % of slices': isRatio ? `± ${errorOf(pairs.flat(), figure).toFixed(3)}` : '',
        'by round': isRatio ? pairs.map((round) => ratioOf(round, figure).toFixed(2)).join(' ') : '',
      },
    ];
  });
  printTable(rows);
  return { bench: 'compare', rows };
}

interface Side {
  slice(): Promise<Slice>;
  stop(): Promise<void>;
}

/** `servers` with Redis; 0: one without. */
async function startSide(
  stores: Stores,
  servers: number,
  placement: Placement,
  options: Pick<SangamOptions, 'members' | 'build' | 'env'>,
): Promise<Side> {
  const { postgres, redis } = stores;
  const subject = await startSangam({
    ...options,
    postgres,
    ...(redis && servers > 0 && { servers: { count: servers, redisUrl: redis.url } }),
  });
  const ring = await openRing(subject.ports, subject.peers, placement);
  return {
    slice: () => slice(ring, subject, stores),
    async stop() {
      ring.close();
      await subject.stop();
    },
  };
}

/** What its last messages still cost belongs to it: it ends when everything is acknowledged. */
async function slice(ring: Ring, subject: Subject, { postgres, redis }: Stores): Promise<Slice> {
  const usage = () => ({
    server: subject.pids.reduce((sum, pid) => sum + threadCpuSeconds(pid), 0),
    database: childrenOf(postgres.pid()).map((pid) => [pid, threadCpuSeconds(pid)] as const),
    redis: redis ? threadCpuSeconds(redis.pid()) : 0,
    client: threadCpuSeconds(process.pid),
  });
  const before = { ...usage(), messages: ring.figures().acknowledged };
  const startMs = performance.now();
  ring.start();
  await sleep(SLICE_MS);
  await ring.pause();
  const seconds = (performance.now() - startMs) / 1_000;
  const after = usage();
  const databaseBefore = new Map(before.database);
  return {
    messages: ring.figures().acknowledged - before.messages,
    seconds,
    serverCpuS: after.server - before.server,
    // A background worker that started or ended meanwhile is left out.
    databaseCpuS: after.database.reduce(
      (sum, [pid, cpuS]) => sum + Math.max(0, cpuS - (databaseBefore.get(pid) ?? cpuS)),
      0,
    ),
    redisCpuS: after.redis - before.redis,
    clientCpuS: after.client - before.client,
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const logRatios = (pairs: readonly [Slice, Slice][], figure: Figure) =>
  pairs.map(([own, other]) => Math.log(figures[figure](own) / figures[figure](other)));
const ratioOf = (pairs: readonly [Slice, Slice][], figure: Figure) => Math.exp(mean(logRatios(pairs, figure)));

/** Half the width of the interval that holds the mean ratio with 95 %, if slices were independent. */
function errorOf(pairs: readonly [Slice, Slice][], figure: Figure): number {
  const logs = logRatios(pairs, figure);
  const middle = mean(logs);
  const variance = logs.reduce((sum, log) => sum + (log - middle) ** 2, 0) / (logs.length - 1);
  return 1.96 * Math.sqrt(variance / logs.length);
}
