import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.js';
import { repeat } from '../lib/timers.js';
import type { RunStatement } from './statements.js';

/** A clock that shows the database's time, so that all servers agree on it, whatever their machines' clocks show. */
interface DatabaseClock extends Clock {
  stop(): Promise<void>;
}

interface ClockTimings {
  comparedEveryMs: number;
  /** How often to check whether the machine's clock was set or the machine slept, which the monotonic clock does not count. */
  lookedAtEveryMs: number;
  /** A slower answer is less exact, and corrects larger differences only. */
  answeredWithinMs: number;
}

/** Operators should fix a larger difference: the balancer, the logs and the certificates go by the machine's clock. */
const WARN_FROM_MS = 5_000;

/**
 * Reads the database's time at once and then at intervals, and continues from it with the monotonic clock: setting a machine's clock, by
 * hand or over the network, changes nothing. Without an answer it continues from the last one, or from the machine's time.
 */
export async function followDatabase(
  machineClock: Clock,
  run: RunStatement,
  log: Logger,
  { comparedEveryMs, lookedAtEveryMs, answeredWithinMs }: ClockTimings,
): Promise<DatabaseClock> {
  /** The start of the monotonic clock in the machine's time: it changes only with a jump. */
  const machineStartMs = () => machineClock.nowMs() - machineClock.monotonicMs();
  let lastMachineStartMs = machineStartMs();
  /** The same in the database's time. */
  let startMs = lastMachineStartMs;
  let comparedMs = machineClock.monotonicMs();
  const nowMs = () => Math.round(startMs + machineClock.monotonicMs());

  const compare = async () => {
    comparedMs = machineClock.monotonicMs();
    const { rows } = await run<[Date]>({ text: 'SELECT clock_timestamp()', values: [], rowMode: 'array' });
    const tookMs = machineClock.monotonicMs() - comparedMs;
    const [at] = rows[0] ?? [];
    if (at === undefined) return;
    lastMachineStartMs = machineStartMs();
    const databaseMs = at.getTime() + tookMs / 2;
    // A smaller difference may come from the inexact comparison: after a late answer, the clock may be as exact as that.
    const toleratedMs = tookMs > answeredWithinMs ? tookMs : answeredWithinMs / 2;
    if (Math.abs(databaseMs - nowMs()) <= toleratedMs) return;
    startMs = databaseMs - machineClock.monotonicMs();
    const aheadMs = Math.round(databaseMs - machineClock.nowMs());
    if (Math.abs(aheadMs) >= WARN_FROM_MS)
      log.warn({ aheadMs }, "the database's clock differs from this machine's; the database's is used");
  };

  const compareIfDue = async () => {
    const isDue = machineClock.monotonicMs() - comparedMs >= comparedEveryMs;
    const hasJumped = Math.abs(machineStartMs() - lastMachineStartMs) > answeredWithinMs / 2;
    if (isDue || hasJumped) await compare();
  };

  await compare();
  const stop = repeat(compareIfDue, {
    intervalMs: lookedAtEveryMs,
    onError: (error) => log.warn({ err: error }, "could not read the database's clock"),
  });
  return { nowMs, now: () => new Date(nowMs()), monotonicMs: () => machineClock.monotonicMs(), stop };
}
