import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, threadCpuSeconds } from '@sangam/testing/process-usage';
import type { TemporaryPostgres } from '@sangam/testing/temporary-postgres';
import { openRing, type Ring } from './ring.js';
import type { BenchSettings } from './settings.js';
import { buildIn, type Subject, startSangam } from './subject.js';
import { type Outcome, printTable, say } from './table.js';

/** Short against what changes a machine's speed, long against the time a ring takes to fill and to drain. */
const SLICE_MS = 350;
const WARMUP_SLICES = 8;

/** One slice of one server. */
interface Slice {
  messages: number;
  seconds: number;
  serverCpuS: number;
  databaseCpuS: number;
}

type Figure = 'messages per second' | 'server CPU per message' | 'database CPU per message';
const figures: Record<Figure, (slice: Slice) => number> = {
  'messages per second': ({ messages, seconds }) => messages / seconds,
  'server CPU per message': ({ serverCpuS, messages }) => serverCpuS / messages,
  'database CPU per message': ({ databaseCpuS, messages }) => databaseCpuS / messages,
};

/**
 * This build against another one, or against itself with other settings. Both servers run at once on one PostgreSQL, and
 * one load generator drives them in turn, a slice of 350 ms each, so that whatever slows the machine slows both. Each round
 * starts both anew: two processes of one build differ by a few percent.
 */
export async function benchCompare(settings: BenchSettings, postgres: TemporaryPostgres): Promise<Outcome> {
  const { against, env, rounds, seconds } = settings;
  const [members = 200] = settings.sockets;
  const build = against === null ? undefined : await buildIn(against);
  const pairsPerRound = Math.ceil((seconds * 1_000) / SLICE_MS / 2);
  const pairs: [Slice, Slice][][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const own = await startSide(await startSangam({ members, postgres }), postgres);
    const other = await startSide(await startSangam({ members, postgres, ...(build && { build }), env }), postgres);
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
      `round ${round}: server CPU per message ${ratioOf(measured, 'server CPU per message').toFixed(3)} of the other's`,
    );
  }
  const rows = (Object.keys(figures) as Figure[]).map((figure) => ({
    'this build': figure,
    'of the other': Number(mean(pairs.map((round) => ratioOf(round, figure))).toFixed(3)),
    '95 % of slices': `± ${errorOf(pairs.flat(), figure).toFixed(3)}`,
    'by round': pairs.map((round) => ratioOf(round, figure).toFixed(2)).join(' '),
  }));
  printTable(rows);
  return { bench: 'compare', rows };
}

interface Side {
  slice(): Promise<Slice>;
  stop(): Promise<void>;
}

async function startSide(subject: Subject, postgres: TemporaryPostgres): Promise<Side> {
  const ring = await openRing(subject.ports, subject.peers);
  return {
    slice: () => slice(ring, subject, postgres),
    async stop() {
      ring.close();
      await subject.stop();
    },
  };
}

/** What its last messages still cost belongs to it: it ends when everything is acknowledged. */
async function slice(ring: Ring, subject: Subject, postgres: TemporaryPostgres): Promise<Slice> {
  const usage = () => ({
    server: subject.pids.reduce((sum, pid) => sum + threadCpuSeconds(pid), 0),
    database: childrenOf(postgres.pid()).map((pid) => [pid, threadCpuSeconds(pid)] as const),
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
    databaseCpuS: after.database.reduce((sum, [pid, cpuS]) => sum + cpuS - (databaseBefore.get(pid) ?? cpuS), 0),
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
