import type { TemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import { startTemporaryRedis } from '@sangam/testing/servers/temporary-redis';
import type { Placement } from './ring.js';
import type { BenchSettings } from './settings.js';
import {
  mean,
  openSide,
  ratioError,
  ratioOf,
  type Side,
  SLICE_MS,
  type Slice,
  usPerMessage,
  WARMUP_SLICES,
} from './side.js';
import { buildIn, type SangamOptions, startRelay, startSangam, startWaitingRelay } from './subject.js';
import { type Outcome, print, printTable } from './table.js';

type Figure = 'messages/s' | `${'server' | 'database' | 'Redis' | 'load generator'} CPU µs/message`;
const figures: Record<Figure, (slice: Slice) => number> = {
  'messages/s': ({ messages, seconds }) => messages / seconds,
  'server CPU µs/message': (slice) => usPerMessage(slice.serverCpuS, slice),
  'database CPU µs/message': (slice) => usPerMessage(slice.databaseCpuS, slice),
  'Redis CPU µs/message': (slice) => usPerMessage(slice.redisCpuS, slice),
  'load generator CPU µs/message': (slice) => usPerMessage(slice.clientCpuS, slice),
};

interface OtherSide extends Side {
  /** For a subject with a stand-in for a database: sets the cost of a message. */
  setDatabaseCost?(usPerMessage: number): Promise<void>;
}

/**
 * Compares this build with another one, with a relay, or with itself under other settings or another number of servers. Both sides run
 * at once on one PostgreSQL and Redis, and one load generator drives them in turn in slices of 350 ms, so that a slow machine slows
 * both. Each round restarts both, since two processes of one build differ by a few percent.
 */
export async function benchCompare(settings: BenchSettings, postgres: TemporaryPostgres): Promise<Outcome> {
  const { against, env, rounds, seconds } = settings;
  const [members = 200] = settings.sockets;
  const [servers = 0, otherServers = servers] = settings.servers;
  const [placement = 'apart', otherPlacement = placement] = settings.placement;
  const isRelay = against === 'relay' || against === 'waiting';
  const build = isRelay || against === null ? undefined : await buildIn(against);
  const redis = servers + otherServers > 0 ? await startTemporaryRedis() : null;
  if (redis === null && servers + otherServers > 0)
    return { bench: 'compare', rows: [], failed: 'Redis is not installed' };
  const stores = { postgres, redis };
  /** Starts a side with `count` servers and Redis; 0: one server without Redis. */
  const openSangam = async (count: number, side: Placement, options: Partial<SangamOptions>) =>
    openSide(
      await startSangam({
        ...{ members, postgres, ...options },
        ...(redis && count > 0 && { servers: { count, redisUrl: redis.url } }),
      }),
      stores,
      side,
    );
  const openOther = async (): Promise<OtherSide> => {
    if (against === 'relay') return openSide(await startRelay(members), stores);
    if (against !== 'waiting') return openSangam(otherServers, otherPlacement, { ...(build && { build }), env });
    const relay = await startWaitingRelay(members);
    return { ...(await openSide(relay, stores)), setDatabaseCost: relay.setDatabaseCost };
  };
  const pairsPerRound = Math.ceil((seconds * 1_000) / SLICE_MS / 2);
  const pairs: [Slice, Slice][][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const ownSide = await openSangam(servers, placement, {});
    const otherSide = await openOther();
    const measured: [Slice, Slice][] = [];
    let last = await ownSide.slice();
    for (let pair = 0; pair < WARMUP_SLICES + pairsPerRound; pair += 1) {
      // The order alternates.
      const before = pair % 2 === 0 ? await ownSide.slice() : last;
      await otherSide.setDatabaseCost?.(figures['database CPU µs/message'](before));
      const otherSlice = await otherSide.slice();
      last = pair % 2 === 0 ? before : await ownSide.slice();
      if (pair >= WARMUP_SLICES) measured.push([last, otherSlice]);
    }
    pairs.push(measured);
    await Promise.all([ownSide.stop(), otherSide.stop()]);
    print(
      `round ${round}: server CPU per message ${ratioOf(measured, figures['server CPU µs/message']).toFixed(3)} of the other's`,
    );
  }
  await redis?.stop();
  const rows = (Object.keys(figures) as Figure[]).flatMap((figure) => {
    const meanOf = (side: 0 | 1) => mean(pairs.flat().map((pair) => figures[figure](pair[side])));
    const [here, there] = [meanOf(0), meanOf(1)];
    if (here + there === 0) return [];
    const isRatio = here > 0 && there > 0 && (figure !== 'Redis CPU µs/message' || (servers > 0 && otherServers > 0));
    return [
      {
        figure,
        here: here.toFixed(1),
        there: there.toFixed(1),
        ratio: isRatio ? mean(pairs.map((round) => ratioOf(round, figures[figure]))).toFixed(3) : '',
        '95% of slices': isRatio ? `± ${ratioError(pairs.flat(), figures[figure]).toFixed(3)}` : '',
        'by round': isRatio ? pairs.map((round) => ratioOf(round, figures[figure]).toFixed(2)).join(' ') : '',
      },
    ];
  });
  printTable(rows);
  return { bench: 'compare', rows };
}
