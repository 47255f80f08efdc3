import { setTimeout as sleep } from 'node:timers/promises';
import type { TemporaryPostgres } from '@sangam/testing/database/temporary-postgres';
import { childrenOf, threadCpuSeconds } from '@sangam/testing/servers/process-usage';
import type { TemporaryRedis } from '@sangam/testing/servers/temporary-redis';
import { openRing, type Placement } from './ring.js';
import type { Subject } from './subject.js';

/** Short against what changes a machine's speed, long against the time a ring takes to fill and to drain. */
export const SLICE_MS = 350;

/** A slice of one side. */
export interface Slice {
  messages: number;
  seconds: number;
  serverCpuS: number;
  databaseCpuS: number;
  redisCpuS: number;
  /** The load generator's. */
  clientCpuS: number;
}

/** What all sides share. */
export interface Stores {
  postgres: TemporaryPostgres;
  /** null: no side has one. */
  redis: TemporaryRedis | null;
}

/** A subject whose members are connected, and send while a slice of it runs. */
export interface Side {
  /** What its last messages still cost belongs to it: it ends when everything is acknowledged. */
  slice(): Promise<Slice>;
  stop(): Promise<void>;
}

export async function openSide(subject: Subject, stores: Stores, placement: Placement = 'apart'): Promise<Side> {
  const ring = await openRing(subject.ports, subject.peers, placement);
  // A background worker of PostgreSQL that starts or ends meanwhile is left out.
  const databasePids = () => subject.databasePids ?? childrenOf(stores.postgres.pid());
  const usage = () => ({
    server: sum(subject.pids.map(threadCpuSeconds)),
    database: new Map(databasePids().map((pid) => [pid, threadCpuSeconds(pid)])),
    redis: stores.redis ? threadCpuSeconds(stores.redis.pid()) : 0,
    client: threadCpuSeconds(process.pid),
    messages: ring.figures().acknowledged,
  });
  return {
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

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
