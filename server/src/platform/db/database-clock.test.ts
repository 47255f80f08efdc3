import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs } from '@sangam/shared/core/limits';
import { shiftedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { recordedLog } from '@sangam/testing/recorded-log';
import { openTestDatabase } from '@sangam/testing/test-database';
import { expect, it, onTestFinished } from 'vitest';
import { followDatabase } from './database-clock.js';
import type { RunStatement } from './statements.js';

const timings = { comparedEveryMs: 10, lookedAtEveryMs: 10, answeredWithinMs: 5_000 };
const apartMs = (clock: { nowMs(): number }) => Math.abs(clock.nowMs() - Date.now());

it('shows the database’s time on a machine whose clock is wrong, or is set meanwhile', async () => {
  const { database, close } = await openTestDatabase();
  onTestFinished(close);
  const own = shiftedClock();
  own.aheadMs = 10 * minuteMs;
  const { log, lines } = recordedLog('warn');
  const clock = await followDatabase(own, database.run, log, timings);
  onTestFinished(clock.stop);
  expect(apartMs(clock)).toBeLessThan(5_000);
  expect(lines).toEqual([expect.stringContaining('differs')]);

  // At once, before the next comparison.
  own.aheadMs = -10 * minuteMs;
  expect(apartMs(clock)).toBeLessThan(5_000);
});

it('follows a database whose clock is set', async () => {
  let aheadMs = 0;
  const run = (async () => ({ rows: [[new Date(Date.now() + aheadMs)]] })) as unknown as RunStatement;
  const clock = await followDatabase(shiftedClock(), run, recordedLog('warn').log, timings);
  onTestFinished(clock.stop);
  expect(apartMs(clock)).toBeLessThan(5_000);
  aheadMs = 10 * minuteMs;
  await eventually(() => expect(clock.nowMs() - Date.now()).toBeGreaterThan(9 * minuteMs));
});

it('asks the database as soon as the machine has slept', async () => {
  const { database, close } = await openTestDatabase();
  onTestFinished(close);
  let sleptMs = 0;
  const own = { ...shiftedClock(), monotonicMs: () => performance.now() - sleptMs };
  const clock = await followDatabase(own, database.run, recordedLog('warn').log, {
    ...timings,
    comparedEveryMs: 60_000,
  });
  onTestFinished(clock.stop);
  sleptMs = 10 * minuteMs;
  await eventually(() => expect(apartMs(clock)).toBeLessThan(5_000));
});

it('shows the time of a database that answers late, as exactly as that answer allows', async () => {
  const own = shiftedClock();
  own.aheadMs = 10 * minuteMs;
  const run = (async () => {
    const rows = [[new Date()]];
    await sleep(100);
    return { rows };
  }) as unknown as RunStatement;
  const clock = await followDatabase(own, run, recordedLog('warn').log, { ...timings, answeredWithinMs: 50 });
  onTestFinished(clock.stop);
  expect(apartMs(clock)).toBeLessThan(5_000);
});

it('keeps the last difference while the database answers late or not at all', async () => {
  const own = shiftedClock();
  let answer: () => Promise<unknown> = async () => ({ rows: [[new Date(Date.now() + 10 * minuteMs)]] });
  let asked = 0;
  const run = (async () => {
    asked += 1;
    return answer();
  }) as RunStatement;
  const { log } = recordedLog('warn');
  const clock = await followDatabase(own, run, log, { ...timings, answeredWithinMs: 50 });
  onTestFinished(clock.stop);
  const differenceMs = () => clock.nowMs() - own.nowMs();
  const firstMs = differenceMs();
  expect(firstMs).toBeGreaterThan(9 * minuteMs);

  for (const failing of [
    () => Promise.reject(new Error('no database')),
    () => new Promise((resolve) => setTimeout(() => resolve({ rows: [[new Date(clock.nowMs() - 80)]] }), 100)),
  ]) {
    answer = failing;
    const before = asked;
    await eventually(() => expect(asked).toBeGreaterThan(before + 1));
    expect(Math.abs(differenceMs() - firstMs)).toBeLessThan(10);
  }
});
