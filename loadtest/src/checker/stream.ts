/** What became of a message. */
export const OUTCOME_UNKNOWN = 0;
export const REFUSED = -1;

/**
 * The messages of one user to another, in the order in which they were due. A message's number is its place, from 0;
 * lists of plain numbers, since a run may send millions.
 */
export interface Stream {
  id: number;
  /** The users' places in their circle. */
  from: number;
  to: number;
  dueMs: number[];
  /** The acknowledged number in the conversation, or OUTCOME_UNKNOWN, or REFUSED. */
  seqs: number[];
  acknowledgedMs: number[];
  /** 0: not pushed yet. */
  pushedMs: number[];
  /** The sender's connection that it left over last; 0: none yet. */
  sentOver: number[];
  /** Sent more than once: the server may push it again, and its place among the others is open. */
  retried: Set<number>;
  /** The receiver is connected and hears all from this message on; null: away, or not listening yet. */
  heardFrom: number | null;
  lastPush: { sentOver: number; heardOver: number; seq: number } | null;
}

export const createStream = (id: number, from: number, to: number): Stream => ({
  id,
  from,
  to,
  dueMs: [],
  seqs: [],
  acknowledgedMs: [],
  pushedMs: [],
  sentOver: [],
  retried: new Set(),
  heardFrom: null,
  lastPush: null,
});

const HEX_DIGITS = 6;
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

export interface ClientIds {
  of(stream: Stream, number: number): string;
  /** Stream id and message number; null: not one of this run and process. */
  read(clientId: string | null): { streamId: number; number: number } | null;
}

/** A message's idempotency key says which one it is. */
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

/** A message's text: told from its place, so that an altered one shows. */
export function contentOf(stream: Stream, number: number, chars: number): string {
  const head = `${stream.id}:${number} `;
  return (head + FILLER.repeat(Math.ceil(chars / FILLER.length))).slice(0, chars).trimEnd().padEnd(chars, '.');
}
