import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.js';
import { repeat } from '../lib/timers.js';
import type { RunStatement } from './statements.js';

/** A clock that shows the database's time, so that all servers agree on it, whatever their machines' clocks show. */
export interface DatabaseClock extends Clock {
  stop(): Promise<void>;
}

interface ClockTimings {
  comparedEveryMs: number;
  /** A slower answer says too little about the time. */
  answeredWithinMs: number;
}

/** Operators should fix a larger difference: the balancer, the logs and the certificates go by the machine's clock. */
const WARN_FROM_MS = 5_000;

/** Compares the machine's clock with the database's, now and from time to time. Between, and without an answer, the last difference holds. */
export async function followDatabase(
  own: Clock,
  run: RunStatement,
  log: Logger,
  { comparedEveryMs, answeredWithinMs }: ClockTimings,
): Promise<DatabaseClock> {
  let aheadMs = 0;

  const compare = async () => {
    const askedMs = own.monotonicMs();
    const { rows } = await run<[Date]>({ text: 'SELECT clock_timestamp()', values: [], rowMode: 'array' });
    const tookMs = own.monotonicMs() - askedMs;
    const [at] = rows[0] ?? [];
    if (at === undefined || tookMs > answeredWithinMs) return;
    const differenceMs = Math.round(at.getTime() + tookMs / 2 - own.nowMs());
    // Less is the inexactness of the comparison.
    if (Math.abs(differenceMs - aheadMs) <= answeredWithinMs / 2) return;
    aheadMs = differenceMs;
    if (Math.abs(aheadMs) >= WARN_FROM_MS)
      log.warn({ aheadMs }, "the database's clock differs from this machine's; the database's is used");
  };

  await compare();
  const stop = repeat(compare, {
    intervalMs: comparedEveryMs,
    onError: (error) => log.warn({ err: error }, "could not read the database's clock"),
  });
  const nowMs = () => own.nowMs() + aheadMs;
  return { nowMs, now: () => new Date(nowMs()), monotonicMs: () => own.monotonicMs(), stop };
}
