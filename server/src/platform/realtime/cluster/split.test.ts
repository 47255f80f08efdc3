import { eventually } from '@sangam/testing/eventually';
import { recordedLog } from '@sangam/testing/recorded-log';
import { startTemporaryRedis } from '@sangam/testing/servers/temporary-redis';
import { startTestServer } from '@sangam/testing/test-server';
import { afterAll, describe, expect, it } from 'vitest';

const redises = [await startTemporaryRedis(), await startTemporaryRedis()];
afterAll(() => Promise.all(redises.map((redis) => redis?.stop())));

const timings = {
  presence: { leaseMs: 2_000, leaseRenewMs: 300 },
  cluster: { refreshSpreadMs: 100 },
};

describe.skipIf(redises.includes(null))('two servers of one database on two Redis', () => {
  it('say so, have their members poll, and recover when one of them stops', { timeout: 60_000 }, async () => {
    const { log, lines } = recordedLog('info');
    const start = (at: number, options = {}) =>
      startTestServer({ ...options, timings, log, env: { REDIS_URL: redises[at]?.url ?? '' } });
    await using one = await start(0);
    const device = await one.connect(await one.signUp());
    const pauses: boolean[] = [];
    device.on('pushes:missed', ({ paused }) => pauses.push(paused));
    const said = (text: string) => lines.filter((line) => line.includes(text)).length;

    const two = await start(1, { beside: one });
    await eventually(() => expect(said('uses another Redis')).toBe(2));
    await eventually(() => expect(pauses).toEqual([true]));
    await two.close();
    await eventually(() => expect(said('use this Redis again')).toBe(1));
    await eventually(() => expect(pauses).toEqual([true, false]));
  });
});

it('two servers of one database without Redis say so, and have their members poll until one of them stops', {
  timeout: 60_000,
}, async () => {
  const { log, lines } = recordedLog('info');
  const options = { timings, log, env: { REDIS_URL: '' } };
  await using one = await startTestServer(options);
  const device = await one.connect(await one.signUp());
  const pauses: boolean[] = [];
  device.on('pushes:missed', ({ paused }) => pauses.push(paused));
  const said = (text: string) => lines.filter((line) => line.includes(text)).length;

  const two = await startTestServer({ ...options, beside: one });
  await eventually(() => expect(said('has no Redis to reach it')).toBe(2), 20_000);
  await eventually(() => expect(pauses).toEqual([true]));
  await two.close();
  await eventually(() => expect(said('no other server uses this database')).toBe(1), 20_000);
  await eventually(() => expect(pauses).toEqual([true, false]));
});
