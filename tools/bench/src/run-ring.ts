import { setTimeout as sleep } from 'node:timers/promises';
import type { Histogram } from '@sangam/loadtest/figures/histogram';
import type { AddedMember } from '@sangam/testing/members';
import { openRing } from './ring.js';

export interface RingResult {
  sockets: number;
  seconds: number;
  acknowledged: number;
  refused: number;
  delivered: number;
  messagesPerSecond: number;
  acknowledgementMs: Percentiles;
  deliveryMs: Percentiles;
  /** The number of acknowledged messages by sender id, including the warm-up, which the database must hold. */
  acknowledgedBySender: Map<number, number>;
}

interface Percentiles {
  p50: number;
  p99: number;
}

const POLL_MS = 100;

/**
 * Runs a ring. The first `warmupS` seconds aren't measured, nor the time until all members have sent a message. `onMeasure` is called at
 * the start and at the end of the measured time.
 */
export async function runRing(
  ports: readonly number[],
  peers: readonly AddedMember[],
  timing: { warmupS: number; seconds: number },
  onMeasure: (edge: 'start' | 'end') => void = () => undefined,
): Promise<RingResult> {
  const ring = await openRing({ ports, peers });
  ring.start();
  await sleep(timing.warmupS * 1_000);
  // Each member's first message opens their conversation.
  while ([...ring.figures().acknowledgedBySender.values()].includes(0)) await sleep(POLL_MS);
  const before = ring.figures().acknowledged;
  ring.measure(true);
  onMeasure('start');
  const startMs = performance.now();
  await sleep(timing.seconds * 1_000);
  ring.measure(false);
  onMeasure('end');
  const seconds = (performance.now() - startMs) / 1_000;
  const acknowledged = ring.figures().acknowledged - before;
  await ring.pause();
  ring.close();
  const { refused, delivered, acknowledgements, deliveries, acknowledgedBySender } = ring.figures();
  return {
    sockets: peers.length,
    seconds,
    acknowledged,
    refused,
    delivered,
    messagesPerSecond: acknowledged / seconds,
    acknowledgementMs: percentilesOf(acknowledgements),
    deliveryMs: percentilesOf(deliveries),
    acknowledgedBySender,
  };
}

const percentilesOf = (histogram: Histogram): Percentiles => ({
  p50: histogram.percentileMs(0.5),
  p99: histogram.percentileMs(0.99),
});

/** How many acknowledged messages the database does not hold; both by sender id. */
export const countLost = (acknowledged: ReadonlyMap<number, number>, stored: ReadonlyMap<number, number>): number =>
  [...acknowledged].reduce((sum, [id, acked]) => sum + Math.max(0, acked - (stored.get(id) ?? 0)), 0);
