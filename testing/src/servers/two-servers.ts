import { afterAll, beforeAll, inject } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.js';

/** Two servers of a test file on one database: the same one twice if the database can serve only one. */
export let one: TestServer;
export let two: TestServer;

export function stageTwoServers(): void {
  const redisUrl = inject('redisUrl') ?? '';
  const env = redisUrl === '' ? {} : { REDIS_URL: redisUrl };
  beforeAll(async () => {
    one = await startTestServer({ env });
    two = redisUrl === '' ? one : await startTestServer({ env, beside: one });
  });
  afterAll(async () => {
    if (two !== one) await two.close();
    await one.close();
  });
}
