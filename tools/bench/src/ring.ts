import { setTimeout as sleep } from 'node:timers/promises';
import { createHistogram, type Histogram } from '@sangam/loadtest/figures/histogram';
import type { RawClientTarget } from '@sangam/loadtest/socket/raw-client';
import type { AddedMember } from '@sangam/testing/members';
import { openRingClient, type RingClient } from './ring-client.js';

export interface RingResult {
  sockets: number;
  seconds: number;
  acknowledged: number;
  refused: number;
  delivered: number;
  messagesPerSecond: number;
  acknowledgementMs: Percentiles;
  deliveryMs: Percentiles;
  /** By sender id, over the whole run with its warm-up: what the database must hold. */
  acknowledgedBySender: Map<number, number>;
}

interface Percentiles {
  p50: number;
  p99: number;
}

const OPEN_CONCURRENCY = 50;
/** How many of a sender's latest messages have their time kept. */
const RECENT = 16;

/** A server of this machine, without an Origin, as programs connect. */
export const targetAt = (port: number, token: string): RawClientTarget => ({
  url: new URL(`http://127.0.0.1:${port}`),
  origin: null,
  token,
});

/**
 * Every member sends to the next one, and its next message when the last is acknowledged. Members take the servers in turn,
 * so with several servers every message goes from one to another. The first `warmupS` are not measured; `onMeasure` is
 * called at the start and at the end of the measured time.
 */
export async function runRing(
  ports: readonly number[],
  peers: readonly AddedMember[],
  timing: { warmupS: number; seconds: number },
  onMeasure: (edge: 'start' | 'end') => void = () => undefined,
): Promise<RingResult> {
  const count = peers.length;
  let measuring = false;
  let stopped = false;
  let refused = 0;
  let delivered = 0;
  const acknowledgements = createHistogram();
  const deliveries = createHistogram();
  const next = new Uint32Array(count);
  const acked = new Uint32Array(count);
  // When each of a sender's latest messages was sent, by number modulo RECENT.
  const sentMs = Array.from({ length: count }, () => new Float64Array(RECENT));
  const clients: RingClient[] = [];

  const send = (index: number) => {
    const number = (next[index] ?? 0) + 1;
    next[index] = number;
    (sentMs[index] as Float64Array)[number % RECENT] = performance.now();
    clients[index]?.send(number);
  };

  for (let start = 0; start < count; start += OPEN_CONCURRENCY) {
    const opening = peers.slice(start, start + OPEN_CONCURRENCY).map((peer, offset) => {
      const index = start + offset;
      const receiver = peers[(index + 1) % count] as AddedMember;
      const before = (index + count - 1) % count;
      return openRingClient(
        { ...targetAt(ports[index % ports.length] as number, peer.token), receiverId: receiver.id },
        {
          acknowledged(ok) {
            if (ok) acked[index] = (acked[index] ?? 0) + 1;
            else refused += 1;
            if (measuring)
              acknowledgements.record(performance.now() - (sentMs[index]?.[(next[index] ?? 0) % RECENT] ?? 0));
            if (!stopped) send(index);
          },
          delivered(number) {
            if (!measuring) return;
            delivered += 1;
            deliveries.record(performance.now() - (sentMs[before]?.[number % RECENT] ?? 0));
          },
          closed() {
            if (!stopped) throw new Error('the server closed a connection during the run');
          },
        },
      );
    });
    clients.push(...(await Promise.all(opening)));
  }

  for (let index = 0; index < count; index += 1) send(index);
  await sleep(timing.warmupS * 1_000);
  const before = acked.reduce((sum, n) => sum + n, 0);
  measuring = true;
  onMeasure('start');
  const startMs = performance.now();
  await sleep(timing.seconds * 1_000);
  measuring = false;
  onMeasure('end');
  const seconds = (performance.now() - startMs) / 1_000;
  const acknowledged = acked.reduce((sum, n) => sum + n, 0) - before;
  stopped = true;
  await sleep(500);
  for (const client of clients) client.close();
  return {
    sockets: count,
    seconds,
    acknowledged,
    refused,
    delivered,
    messagesPerSecond: acknowledged / seconds,
    acknowledgementMs: percentilesOf(acknowledgements),
    deliveryMs: percentilesOf(deliveries),
    acknowledgedBySender: new Map(peers.map((peer, index) => [peer.id, acked[index] ?? 0])),
  };
}

const percentilesOf = (histogram: Histogram): Percentiles => ({
  p50: histogram.percentileMs(0.5),
  p99: histogram.percentileMs(0.99),
});
