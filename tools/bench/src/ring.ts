import { createHistogram, type Histogram } from '@sangam/loadtest/figures/histogram';
import type { RawClientTarget } from '@sangam/loadtest/socket/raw-client';
import type { AddedMember } from '@sangam/testing/members';
import { openRingClient, type RingClient } from './ring-client.js';

/** Members who send in a ring: each to the next one, and again when the last message is acknowledged. */
export interface Ring {
  /** Everybody sends. */
  start(): void;
  /** Nobody sends any more; resolves once every message is acknowledged. */
  pause(): Promise<void>;
  /** From now on times are recorded, anew, and deliveries counted; or no longer. */
  measure(on: boolean): void;
  /** All figures so far; `acknowledgements` and `deliveries` of the last measured time only. */
  figures(): RingFigures;
  close(): void;
}

interface RingFigures {
  acknowledged: number;
  refused: number;
  delivered: number;
  acknowledgements: Histogram;
  deliveries: Histogram;
  /** What the database must hold. */
  acknowledgedBySender: Map<number, number>;
}

const OPEN_CONCURRENCY = 50;
/** How many of a sender's latest messages have their time kept. */
const RECENT = 16;

/** A server of this machine, with the Origin that a page of its own sends. */
export function targetAt(port: number, token: string): RawClientTarget {
  const url = new URL(`http://127.0.0.1:${port}`);
  return { url, origin: url.origin, token };
}

/**
 * Where neighbours of the ring are, with several servers: apart, so that every message goes from one server to another, or
 * together, so that nearly none does.
 */
export const placements = ['apart', 'together'] as const;
export type Placement = (typeof placements)[number];

/** Connects the members, who do not send yet. */
export async function openRing(
  ports: readonly number[],
  peers: readonly AddedMember[],
  placement: Placement = 'apart',
): Promise<Ring> {
  const count = peers.length;
  const portOf = (index: number) =>
    ports[placement === 'apart' ? index % ports.length : Math.floor((index * ports.length) / count)] as number;
  let measuring = false;
  let sending = false;
  let closed = false;
  let refused = 0;
  let delivered = 0;
  let inFlight = 0;
  let drained: () => void = () => undefined;
  let acknowledgements = createHistogram();
  let deliveries = createHistogram();
  const next = new Uint32Array(count);
  const acked = new Uint32Array(count);
  // When each of a sender's latest messages was sent, by number modulo RECENT.
  const sentMs = Array.from({ length: count }, () => new Float64Array(RECENT));
  const clients: RingClient[] = [];

  const send = (index: number) => {
    const number = (next[index] ?? 0) + 1;
    next[index] = number;
    inFlight += 1;
    (sentMs[index] as Float64Array)[number % RECENT] = performance.now();
    clients[index]?.send(number);
  };
  const clientOf = (peer: AddedMember, index: number): Promise<RingClient> => {
    const receiver = peers[(index + 1) % count] as AddedMember;
    const before = (index + count - 1) % count;
    return openRingClient(
      { ...targetAt(portOf(index), peer.token), receiverId: receiver.id },
      {
        acknowledged(ok) {
          inFlight -= 1;
          if (ok) acked[index] = (acked[index] ?? 0) + 1;
          else refused += 1;
          if (measuring)
            acknowledgements.record(performance.now() - (sentMs[index]?.[(next[index] ?? 0) % RECENT] ?? 0));
          if (sending) send(index);
          else if (inFlight === 0) drained();
        },
        delivered(number) {
          if (!measuring) return;
          delivered += 1;
          deliveries.record(performance.now() - (sentMs[before]?.[number % RECENT] ?? 0));
        },
        closed() {
          if (!closed) throw new Error('the server closed a connection during the run');
        },
      },
    );
  };

  for (let start = 0; start < count; start += OPEN_CONCURRENCY) {
    const opening = peers.slice(start, start + OPEN_CONCURRENCY);
    clients.push(...(await Promise.all(opening.map((peer, offset) => clientOf(peer, start + offset)))));
  }

  return {
    start() {
      sending = true;
      for (let index = 0; index < count; index += 1) send(index);
    },
    pause() {
      sending = false;
      return inFlight === 0 ? Promise.resolve() : new Promise((resolve) => (drained = resolve));
    },
    measure(on) {
      if (on) [acknowledgements, deliveries] = [createHistogram(), createHistogram()];
      measuring = on;
    },
    figures: () => ({
      acknowledged: acked.reduce((sum, n) => sum + n, 0),
      refused,
      delivered,
      acknowledgements,
      deliveries,
      acknowledgedBySender: new Map(peers.map((peer, index) => [peer.id, acked[index] ?? 0])),
    }),
    close() {
      closed = true;
      for (const client of clients) client.close();
    },
  };
}
