import { randomUUID } from 'node:crypto';
import { eventually } from '@sangam/testing/eventually';
import { startTemporaryRedis } from '@sangam/testing/servers/temporary-redis';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, describe, expect, it } from 'vitest';
import { createRateLimits } from './rate-limits.js';

const redis = await startTemporaryRedis();
afterAll(() => redis?.kill());

let accounts = 0;
const freshAccount = () => {
  accounts += 1;
  return `limited${accounts}@example.org`;
};
const attempt = async (server: TestServer, email: string) => {
  const { status, headers } = await server.call('POST /api/auth/login', null, { email, password: 'Wrong-password-1' });
  if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  return status;
};
const attempts = async (server: TestServer, email: string, times: number) => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push(await attempt(server, email));
  return statuses;
};

describe.skipIf(redis === null)('rate limits of two servers on one Redis', () => {
  // The shared secret identifies the servers of one cluster.
  const JWT_SECRET = randomUUID();
  const start = () =>
    startTestServer({
      env: { REDIS_URL: redis?.url ?? '', RATE_LIMIT: 'on', TRUST_PROXY: 'on', JWT_SECRET },
      timings: { redis: { reconnectMaxMs: 500 } },
    });

  it('are one limit; each server counts for itself while Redis is dead or hangs, and together again afterwards', async () => {
    await using first = await start();
    await using second = await start();

    const shared = freshAccount();
    expect(await attempts(first, shared, 6)).toEqual(Array(6).fill(401));
    expect(await attempts(second, shared, 6)).toEqual([401, 401, 401, 401, 429, 429]);

    redis?.hang();
    const hung = freshAccount();
    const startMs = Date.now();
    expect(await attempts(first, hung, 12)).toEqual([...Array(10).fill(401), 429, 429]);
    expect(Date.now() - startMs, 'a Redis that hangs delays a call by little').toBeLessThan(8_000);
    redis?.resume();

    await redis?.kill();
    const alone = freshAccount();
    expect(await attempts(first, alone, 12)).toEqual([...Array(10).fill(401), 429, 429]);
    expect(await attempt(second, alone)).toBe(401);

    await redis?.start();
    await eventually(async () => {
      const again = freshAccount();
      await attempts(first, again, 6);
      expect((await attempts(second, again, 6)).slice(4)).toEqual([429, 429]);
    }, 15_000);
  }, 60_000);

  it('count guesses at one account over servers and addresses', async () => {
    await using first = await start();
    await using second = await start();
    const guessed = { email: freshAccount(), password: 'Wrong-password-1' };
    const statuses: number[] = [];
    for (let n = 0; n < 22; n += 1) {
      const from = { 'x-forwarded-for': `198.51.100.${n}` };
      const { status } = await (n % 2 ? first : second).call('POST /api/auth/login', null, guessed, from);
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(20).fill(401), 429, 429]);
  });

  it('let a server stop while Redis hangs', async () => {
    const server = await start();
    redis?.hang();
    const startMs = Date.now();
    await server.close();
    redis?.resume();
    expect(Date.now() - startMs).toBeLessThan(9_000);
  }, 20_000);
});

describe('rate limits that cannot be counted', () => {
  it('let nothing through', async () => {
    const limits = createRateLimits(1, null, () => undefined);
    // A key that cannot become text represents any internal failure.
    const broken = {
      toString: () => {
        throw new Error('no key');
      },
    } as unknown as string;
    const refused = await limits.take('loginByAccount', broken);
    expect(refused).toMatchObject({ ok: false, error: { code: 'BUSY', retryAfterS: 5 } });
  });
});
