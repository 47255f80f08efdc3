import { randomBytes } from 'node:crypto';
import { createHistogram, type Histogram } from '@sangam/loadtest/figures/histogram';
import { openRawClient, type RawClientTarget } from '@sangam/loadtest/socket/raw-client';
import type { AddedMember } from '@sangam/testing/members';

/** Rooms of one size, by conversation id: the first members are in the first one, the next members in the second, and so on. */
export interface Rooms {
  size: number;
  ids: readonly number[];
}

/** Members who each send as soon as their last message is acknowledged: to the next member of the ring, or to their room. */
export interface Ring {
  /** Makes all members start sending. */
  start(): void;
  /**
   * Makes all members stop sending. Resolves once every message is acknowledged and has reached everybody else in its room; rejects if one
   * doesn't arrive.
   */
  pause(): Promise<void>;
  /** Starts recording times and deliveries from zero, or stops it. */
  measure(on: boolean): void;
  /** Returns all figures so far, but `acknowledgements` and `deliveries` only of the last measured time. */
  figures(): RingFigures;
  close(): void;
}

interface RingFigures {
  acknowledged: number;
  refused: number;
  delivered: number;
  /** The number of deliveries whose number in the room was not higher than the previous one's, for subjects that number messages. */
  misplaced: number;
  acknowledgements: Histogram;
  deliveries: Histogram;
  /** The number of acknowledged messages by sender id, which the database must hold. */
  acknowledgedBySender: Map<number, number>;
}

const OPEN_CONCURRENCY = 50;
/** The number of a sender's latest messages whose times are stored. */
const RECENT = 16;

/** How long a message of a room may take to reach everybody. */
const ARRIVED_WITHIN_MS = 10_000;

/** A server of this machine, with the Origin of its own pages. It may be of another version. */
export function targetAt(port: number, token: string): RawClientTarget {
  const url = new URL(`http://127.0.0.1:${port}`);
  return { url, origin: url.origin, token, announced: { teams: true } };
}

/**
 * The places of ring neighbours on several servers: apart, so that every message goes from one server to another, or together, so that
 * almost none does.
 */
export const placements = ['apart', 'together'] as const;
export type Placement = (typeof placements)[number];

/** Connects the members, who do not send yet. */
export async function openRing(
  { ports, peers, rooms }: { ports: readonly number[]; peers: readonly AddedMember[]; rooms?: Rooms },
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
  // Since the start; of rooms only.
  let [sent, arrived, misplaced] = [0, 0, 0];
  let drained: () => void = () => undefined;
  let acknowledgements = createHistogram();
  let deliveries = createHistogram();
  const next = new Uint32Array(count);
  const acked = new Uint32Array(count);
  const lastSeqs = new Uint32Array(count);
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
  const isDrained = () => inFlight === 0 && (rooms === undefined || arrived === sent * (rooms.size - 1));
  const endIfDrained = () => {
    if (!sending && isDrained()) drained();
  };
  const deliveredInRing = (index: number) => {
    const before = (index + count - 1) % count;
    return (bytes: Buffer, from: number) => {
      if (!measuring) return;
      delivered += 1;
      deliveries.record(performance.now() - (sentMs[before]?.[numberIn(bytes, from) % RECENT] ?? 0));
    };
  };
  const deliveredInRoom = (index: number) => (bytes: Buffer, from: number) => {
    arrived += 1;
    if (measuring) delivered += 1;
    const seq = seqIn(bytes, from);
    if (seq > 0 && seq <= (lastSeqs[index] ?? 0)) misplaced += 1;
    lastSeqs[index] = seq;
    endIfDrained();
  };
  const clientOf = (peer: AddedMember, index: number): Promise<RingClient> => {
    const receiver = peers[(index + 1) % count] as AddedMember;
    const to = rooms
      ? { conversation_id: rooms.ids[Math.floor(index / rooms.size)] ?? 0 }
      : { receiver_id: receiver.id };
    return openRingClient(
      { ...targetAt(portOf(index), peer.token), to },
      {
        acknowledged(ok) {
          inFlight -= 1;
          if (ok) {
            acked[index] = (acked[index] ?? 0) + 1;
            sent += 1;
          } else refused += 1;
          if (measuring)
            acknowledgements.record(performance.now() - (sentMs[index]?.[(next[index] ?? 0) % RECENT] ?? 0));
          if (sending) send(index);
          else endIfDrained();
        },
        delivered: rooms ? deliveredInRoom(index) : deliveredInRing(index),
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
      if (isDrained()) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const rejectLate = () =>
          reject(new Error(`${sent} messages, but ${arrived} deliveries; ${inFlight} unanswered`));
        const timer = rooms && setTimeout(rejectLate, ARRIVED_WITHIN_MS);
        drained = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    measure(on) {
      if (on) [acknowledgements, deliveries] = [createHistogram(), createHistogram()];
      measuring = on;
    },
    figures: () => ({
      acknowledged: acked.reduce((sum, n) => sum + n, 0),
      refused,
      delivered,
      misplaced,
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
  /** A message was delivered: `bytes` holds its packet at `from` until the call returns. */
  delivered(bytes: Buffer, from: number): void;
  closed(): void;
}

export interface RingClient {
  /** Sends the next message; its content starts with its number. */
  send(number: number): void;
  close(): void;
}

/** Length of a message: part of the bench's definition. */
const CONTENT_BYTES = 28;
const NUMBER_DIGITS = 9;
const CONTENT = '"content":"';
const OK = '"ok":true';
/** The position in `42["message:new",…` of the letter that distinguishes the event from `message:read`. */
const LETTER_AT = '42["message:'.length;
const LETTER_OF_NEW = 'n'.charCodeAt(0);
const FIRST_FIELD_AT = '42["message:new",{'.length;
const ID = '"id":';
const SEQ = ',"seq":';
const ZERO = '0'.charCodeAt(0);
const DIGIT_NINE = '9'.charCodeAt(0);

/**
 * A member who sends, as cheap as possible, so that a run measures the server: packets are prepared, and received ones recognised by
 * a few bytes.
 */
export async function openRingClient(
  { to, ...target }: RawClientTarget & { to: { receiver_id: number } | { conversation_id: number } },
  handlers: RingClientHandlers,
): Promise<RingClient> {
  const packetOf = prepareMessage(JSON.stringify(to).slice(1, -1));
  const client = await openRawClient(target, {
    acknowledgement(bytes, from, end) {
      const at = bytes.indexOf(OK, from, 'latin1');
      handlers.acknowledged(at > 0 && at < end);
    },
    event(bytes, from) {
      if (bytes[from + LETTER_AT] === LETTER_OF_NEW) handlers.delivered(bytes, from);
    },
    closed: handlers.closed,
  });
  return { send: (number) => client.send(packetOf(number)), close: client.disconnect };
}

/** The number that its sender put at the start of a delivered message's content. */
function numberIn(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(CONTENT, from, 'latin1') + CONTENT.length;
  return Number(bytes.toString('latin1', at, at + NUMBER_DIGITS));
}

/**
 * Returns a delivered message's number in its conversation; 0 if the server gives none. A message from Sangam begins with its id and this
 * number.
 */
function seqIn(bytes: Buffer, from: number): number {
  const afterId = digitsAt(bytes, from + FIRST_FIELD_AT + ID.length);
  return bytes[afterId.end] === SEQ.charCodeAt(0) && bytes[afterId.end + 2] === SEQ.charCodeAt(2)
    ? digitsAt(bytes, afterId.end + SEQ.length).value
    : 0;
}

function digitsAt(bytes: Buffer, from: number): { value: number; end: number } {
  let [value, end] = [0, from];
  for (let digit = bytes[end] ?? 0; digit >= ZERO && digit <= DIGIT_NINE; digit = bytes[end] ?? 0) {
    value = value * 10 + digit - ZERO;
    end += 1;
  }
  return { value, end };
}

/**
 * Prepares the packet of a message, in which only the message's number varies: in the acknowledgement id, the content and the client_id.
 */
function prepareMessage(to: string): (number: number) => string {
  const filler = 'x'.repeat(CONTENT_BYTES - NUMBER_DIGITS);
  const hex = (bytes: number) => randomBytes(bytes).toString('hex');
  const uuid = `${hex(4)}-${hex(2)}-4${hex(2).slice(1)}-8${hex(2).slice(1)}-`;
  const first = `["message:send",{${to},${CONTENT}`;
  const second = `${filler}","client_id":"${uuid}`;
  return (number) => {
    const digits = String(number).padStart(NUMBER_DIGITS, '0');
    return `421${digits.slice(1)}${first}${digits}${second}000${digits}"}]`;
  };
}
