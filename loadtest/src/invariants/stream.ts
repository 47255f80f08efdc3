/** Values in `seqs` instead of a number. */
export const OUTCOME_UNKNOWN = 0;
export const REFUSED = -1;

/**
 * The messages of one member to another, in the order in which they were due. A message's number is its index in the lists.
 * Lists of plain numbers, since a run may send millions.
 */
export interface Stream {
  id: number;
  /** The members' indexes in `WorkerContext.members`. */
  from: number;
  to: number;
  dueMs: number[];
  /** The acknowledged `seq`, or OUTCOME_UNKNOWN, or REFUSED. */
  seqs: number[];
  acknowledgedMs: number[];
  /** 0: not delivered yet. */
  deliveredMs: number[];
  /** The number of the sender's connection that sent it last; 0: not sent yet. */
  sentOver: number[];
  /** Numbers of messages sent more than once: they may be delivered again, and their place in the order is open. */
  retried: Set<number>;
  /** From this message on the receiver's socket receives every live update; null: disconnected, or not listening yet. */
  listeningFrom: number | null;
  lastDelivered: { sentOver: number; receivedOver: number; seq: number } | null;
}

export const createStream = (id: number, from: number, to: number): Stream => ({
  id,
  from,
  to,
  dueMs: [],
  seqs: [],
  acknowledgedMs: [],
  deliveredMs: [],
  sentOver: [],
  retried: new Set(),
  listeningFrom: null,
  lastDelivered: null,
});

const HEX_DIGITS = 6;
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

export interface ClientIds {
  of(stream: Stream, number: number): string;
  /** Stream id and message number; null: not an id of this run and process. */
  read(clientId: string | null): { streamId: number; number: number } | null;
}

/** Idempotency keys with the stream and the message. `run` and `worker` make them unique. */
export function createClientIds(run: number, worker: number): ClientIds {
  const prefix = `${hex(run, 8)}-${hex(worker, 4)}-4000-8000-`;
  return {
    of: (stream, number) => `${prefix}${hex(stream.id, HEX_DIGITS)}${hex(number, HEX_DIGITS)}`,
    read(clientId) {
      if (!clientId?.startsWith(prefix)) return null;
      const at = prefix.length + HEX_DIGITS;
      return {
        streamId: Number.parseInt(clientId.slice(prefix.length, at), 16),
        number: Number.parseInt(clientId.slice(at), 16),
      };
    },
  };
}

const FILLER = 'the quick brown fox jumps over the lazy dog and writes to its team ';

/** A message's text, derived from its place so that altered texts are noticed. */
export function contentOf(stream: Stream, number: number, chars: number): string {
  const head = `${stream.id}:${number} `;
  return (head + FILLER.repeat(Math.ceil(chars / FILLER.length))).slice(0, chars).trimEnd().padEnd(chars, '.');
}
