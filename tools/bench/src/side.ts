import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fieldsOf } from '@sangam/shared/core/keys-of';
import { childrenOf, threadCpuSeconds } from '@sangam/testing/servers/process-usage';
import type { TemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import type { TemporaryRedis } from '@sangam/testing/servers/temporary-redis';
import { openRing, type Placement, type Ring } from './ring.js';
import type { Subject } from './subject.js';

/** Short enough for a constant machine speed, long enough for a ring to fill and drain. */
export const SLICE_MS = 350;

/** The warm-up of each side, since V8 compiles for about this long. */
export const WARMUP_SLICES = 24;

/** A slice of one side. */
export interface Slice {
  messages: number;
  seconds: number;
  serverCpuS: number;
  databaseCpuS: number;
  redisCpuS: number;
  /** CPU of the load generator. */
  clientCpuS: number;
}

/** The services that all sides share. */
interface Stores {
  postgres: TemporaryPostgres;
  /** Null if no side has Redis. */
  redis: TemporaryRedis | null;
}

/** A subject with connected members, who send while one of its slices runs. Sides take turns. */
export interface Side {
  ring: Ring;
  /** Runs a slice. It ends when everything is acknowledged and, in rooms, delivered, so that it includes the cost of its last messages. */
  slice(): Promise<Slice>;
  stop(): Promise<void>;
}

export async function openSide(subject: Subject, stores: Stores, placement: Placement = 'apart'): Promise<Side> {
  const ring = await openRing(subject, placement);
  const databasePids = () =>
    subject.databasePids ?? childrenOf(stores.postgres.pid()).filter((pid) => !servesOtherSide(pid, subject.database));
  // Ignores processes of PostgreSQL that start or end in between.
  const usage = () => ({
    server: sum(subject.pids.map(threadCpuSeconds)),
    database: new Map(databasePids().map((pid) => [pid, threadCpuSeconds(pid)])),
    redis: stores.redis ? threadCpuSeconds(stores.redis.pid()) : 0,
    client: threadCpuSeconds(process.pid),
    messages: ring.figures().acknowledged,
  });
  return {
    ring,
    async slice() {
      const before = usage();
      const startMs = performance.now();
      ring.start();
      await sleep(SLICE_MS);
      await ring.pause();
      const seconds = (performance.now() - startMs) / 1_000;
      const after = usage();
      return {
        messages: after.messages - before.messages,
        seconds,
        serverCpuS: after.server - before.server,
        databaseCpuS: sum([...after.database].map(([pid, s]) => Math.max(0, s - (before.database.get(pid) ?? s)))),
        redisCpuS: after.redis - before.redis,
        clientCpuS: after.client - before.client,
      };
    },
    async stop() {
      ring.close();
      await subject.stop();
    },
  };
}

/**
 * Whether a process of PostgreSQL serves the database of another side, whose server does a little work while it waits. The process's title
 * names the database.
 */
function servesOtherSide(pid: number, database: string | undefined): boolean {
  try {
    const databaseName = /bench_\w+/u.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[0];
    return databaseName !== undefined && databaseName !== database;
  } catch (error) {
    if (fieldsOf(error).code === 'ENOENT') return true;
    throw error;
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
export const mean = (values: readonly number[]) => sum(values) / values.length;

export const usPerMessage = (cpuS: number, { messages }: Slice) => (cpuS / messages) * 1e6;

export type Figure = (slice: Slice) => number;
type Pair = readonly [Slice, Slice];

const logRatios = (pairs: readonly Pair[], figure: Figure) =>
  pairs.map(([ownSlice, otherSlice]) => Math.log(figure(ownSlice) / figure(otherSlice)));

/** The mean ratio of a figure in slices that followed each other. */
export const ratioOf = (pairs: readonly Pair[], figure: Figure) => Math.exp(mean(logRatios(pairs, figure)));

/** Half the width of the interval that holds the mean ratio with 95%, if slices were independent. */
export function ratioError(pairs: readonly Pair[], figure: Figure): number {
  const logs = logRatios(pairs, figure);
  const middle = mean(logs);
  const variance = logs.reduce((total, log) => total + (log - middle) ** 2, 0) / (logs.length - 1);
  return 1.96 * Math.sqrt(variance / logs.length);
}
