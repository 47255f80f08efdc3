import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@sangam/testing/eventually';
import { recordedLog } from '@sangam/testing/recorded-log';
import { startTemporaryRedis } from '@sangam/testing/servers/temporary-redis';
import { expect, it, onTestFinished } from 'vitest';
import { defaultTimings } from '../timings.js';
import { createRedis } from './redis.js';

const redis = await startTemporaryRedis();
/** Long enough for each client to try several times. */
const AWAY_MS = 1_500;

it.skipIf(redis === null)('logs once that Redis is away, and once that it is back', async () => {
  onTestFinished(() => redis?.stop());
  const { log, lines } = recordedLog('info');
  const timings = { ...defaultTimings.redis, reconnectMaxMs: 200 };
  const clients = await createRedis(redis?.url ?? '', 'secret', log, timings);
  onTestFinished(() => clients.close());
  for (const name of ['one', 'other']) await clients.client(name, timings.heartbeat);

  await redis?.kill();
  await eventually(() => expect(clients.isUp()).toBe(false));
  await sleep(AWAY_MS);
  await redis?.start();
  await eventually(() => expect(clients.isUp()).toBe(true));
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'the Redis connection failed; trying again',
    'Redis is connected again',
  ]);
});
