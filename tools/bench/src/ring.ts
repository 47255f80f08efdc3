import { type LightClient, openLightClient } from './light-client.js';

export interface Peer {
  id: number;
  token: string;
}

export interface RingResult {
  sockets: number;
  seconds: number;
  acknowledged: number;
  refused: number;
  delivered: number;
  messagesPerSecond: number;
  acknowledgementMs: Percentiles;
  deliveryMs: Percentiles;
  /** Messages acknowledged over the whole run, warm-up included, by sender: what the database must hold. */
  acknowledgedBySender: Map<number, number>;
}

interface Percentiles {
  p50: number;
  p99: number;
}

const HOST = '127.0.0.1';
const OPEN_AT_ONCE = 50;
const RECENT = 16;

/**
 * Every member sends to the next one, its next message when the last is acknowledged; members take the servers in turn,
 * so with more than one every message crosses. The first `warmupS` are not measured. `onMeasure` is called at the start
 * and at the end of the measured time.
 */
export async function runRing(
  ports: readonly number[],
  peers: readonly Peer[],
  timing: { warmupS: number; seconds: number },
  onMeasure: (edge: 'start' | 'end') => void = () => undefined,
): Promise<RingResult> {
  const count = peers.length;
  let measuring = false;
  let stopped = false;
  let refused = 0;
  let delivered = 0;
  const acknowledgements = new Samples();
  const deliveries = new Samples();
  const next = new Uint32Array(count);
  const acked = new Uint32Array(count);
  // When each of a sender's latest messages left, by number.
  const sentMs = Array.from({ length: count }, () => new Float64Array(RECENT));
  const clients: LightClient[] = [];

  const send = (index: number) => {
    const number = (next[index] ?? 0) + 1;
    next[index] = number;
    (sentMs[index] as Float64Array)[number % RECENT] = performance.now();
    clients[index]?.send(number);
  };

  for (let start = 0; start < count; start += OPEN_AT_ONCE) {
    const opening = peers.slice(start, start + OPEN_AT_ONCE).map((peer, offset) => {
      const index = start + offset;
      const receiver = peers[(index + 1) % count] as Peer;
      const before = (index + count - 1) % count;
      return openLightClient(
        { host: HOST, port: ports[index % ports.length] as number, token: peer.token, receiverId: receiver.id },
        {
          acknowledged(ok) {
            if (ok) acked[index] = (acked[index] ?? 0) + 1;
            else refused += 1;
            if (measuring)
              acknowledgements.add(performance.now() - (sentMs[index]?.[(next[index] ?? 0) % RECENT] ?? 0));
            if (!stopped) send(index);
          },
          delivered(number) {
            if (!measuring) return;
            delivered += 1;
            deliveries.add(performance.now() - (sentMs[before]?.[number % RECENT] ?? 0));
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
    acknowledgementMs: acknowledgements.percentiles(),
    deliveryMs: deliveries.percentiles(),
    acknowledgedBySender: new Map(peers.map((peer, index) => [peer.id, acked[index] ?? 0])),
  };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Latencies in 10 µs buckets up to 10 s: constant memory, nothing to sort while measuring. */
class Samples {
  private readonly buckets = new Uint32Array(1_000_000);
  private count = 0;
  add(ms: number): void {
    const bucket = Math.min(this.buckets.length - 1, Math.max(0, Math.round(ms * 100)));
    this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1;
    this.count += 1;
  }
  percentiles(): Percentiles {
    return { p50: this.at(0.5), p99: this.at(0.99) };
  }
  private at(share: number): number {
    let left = Math.ceil(this.count * share);
    for (let bucket = 0; bucket < this.buckets.length; bucket += 1) {
      left -= this.buckets[bucket] ?? 0;
      if (left <= 0) return bucket / 100;
    }
    return 0;
  }
}
