import { randomBytes } from 'node:crypto';
import { createHistogram, type Histogram } from '@sangam/loadtest/figures/histogram';
import { openRawClient, type RawClientTarget } from '@sangam/loadtest/socket/raw-client';
import type { AddedMember } from '@sangam/testing/members';

/** Members who send in a ring: each to the next one, as soon as the last message is acknowledged. */
export interface Ring {
  /** All members start sending. */
  start(): void;
  /** All members stop sending; resolves once every message is acknowledged. */
  pause(): Promise<void>;
  /** Starts recording times and deliveries from zero, or stops it. */
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
  /** The messages that the database must hold. */
  acknowledgedBySender: Map<number, number>;
}

const OPEN_CONCURRENCY = 50;
/** The number of a sender's latest messages whose times are stored. */
const RECENT = 16;

/** A server of this machine, with the Origin of its own pages. */
export function targetAt(port: number, token: string): RawClientTarget {
  const url = new URL(`http://127.0.0.1:${port}`);
  return { url, origin: url.origin, token };
}

/**
 * The places of ring neighbours on several servers: apart, so that every message goes from one server to another, or together, so that
 * almost none does.
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

export interface RingClientHandlers {
  acknowledged(ok: boolean): void;
  /** A message was pushed; `number` is the one its sender put at the start of the content. */
  delivered(number: number): void;
  closed(): void;
}

export interface RingClient {
  /** Sends the next message; its number stands at the start of the content. */
  send(number: number): void;
  close(): void;
}

/** Length of a message: part of the bench's definition. */
const CONTENT_BYTES = 28;
const NUMBER_DIGITS = 9;
const CONTENT = '"content":"';
const OK = '"ok":true';
/** In `42["message:new",…`, the letter after the colon differs from `message:read`. */
const LETTER_AT = '42["message:'.length;
const LETTER_OF_NEW = 'n'.charCodeAt(0);

/**
 * A member of the ring, as cheap as possible, so that a run measures the server: packets are prepared, and received ones recognised by
 * a few bytes.
 */
export async function openRingClient(
  { receiverId, ...target }: RawClientTarget & { receiverId: number },
  handlers: RingClientHandlers,
): Promise<RingClient> {
  const packetOf = prepareMessage(receiverId);
  const client = await openRawClient(target, {
    acknowledgement(bytes, from, to) {
      const at = bytes.indexOf(OK, from, 'latin1');
      handlers.acknowledged(at > 0 && at < to);
    },
    event(bytes, from) {
      if (bytes[from + LETTER_AT] !== LETTER_OF_NEW) return;
      const at = bytes.indexOf(CONTENT, from, 'latin1') + CONTENT.length;
      handlers.delivered(Number(bytes.toString('latin1', at, at + NUMBER_DIGITS)));
    },
    closed: handlers.closed,
  });
  return { send: (number) => client.send(packetOf(number)), close: client.cut };
}

/** Prepares the packet of a message, which varies only in its number: in the acknowledgement id, the content and the client_id. */
function prepareMessage(receiverId: number): (number: number) => string {
  const filler = 'x'.repeat(CONTENT_BYTES - NUMBER_DIGITS);
  const hex = (bytes: number) => randomBytes(bytes).toString('hex');
  const uuid = `${hex(4)}-${hex(2)}-4${hex(2).slice(1)}-8${hex(2).slice(1)}-`;
  const first = `["message:send",{"receiver_id":${receiverId},${CONTENT}`;
  const second = `${filler}","client_id":"${uuid}`;
  return (number) => {
    const digits = String(number).padStart(NUMBER_DIGITS, '0');
    return `421${digits.slice(1)}${first}${digits}${second}000${digits}"}]`;
  };
}
