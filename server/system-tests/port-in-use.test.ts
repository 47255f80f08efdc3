import { setTimeout as sleep } from 'node:timers/promises';
import { defaultTimings } from '@sangam/server/platform/timings';
import { hasBalancer } from '@sangam/testing/servers/balancer';
import { startCluster } from '@sangam/testing/servers/cluster';
import { spawnServer } from '@sangam/testing/servers/process';
import { expect, inject, it } from 'vitest';

const REDIS_URL = inject('redisUrl') ?? '';
const JWT_SECRET = 'shared-by-the-servers-of-this-test-file';
/** A server is dead when two looks in a row miss it. */
const CHECKS = 4;

it.runIf(REDIS_URL !== '' && hasBalancer())(
  'a server whose port is in use makes no member of the others refresh',
  { timeout: 60_000 },
  async () => {
    const cluster = await startCluster(1, { JWT_SECRET });
    try {
      const [first] = cluster.servers;
      const { databaseUrl: DATABASE_URL } = cluster;
      const second = spawnServer({ DATABASE_URL, REDIS_URL, JWT_SECRET, PORT: String(first?.port) });
      expect(await second.exited).toBe(1);
      expect(second.output()).toContain(`Port ${first?.port} is in use.`);
      await sleep(CHECKS * defaultTimings.cluster.lookEveryMs);
      expect(first?.process.output()).not.toContain('another server has died');
    } finally {
      await cluster.close();
    }
  },
);
