import type { Message } from '@sangam/shared/chat/messages';
import type { InvariantLog } from './invariants.js';
import { type ClientIds, contentOf, OUTCOME_UNKNOWN, REFUSED, type Stream } from './stream.js';

/** Follows every message from sending to acknowledgement and delivery. */
export interface MessageChecker {
  /** A message is due. Returns its number. */
  due(stream: Stream, dueMs: number): number;
  /** It is sent over this connection of its sender, for the first time or again. */
  sent(stream: Stream, number: number, connection: number): void;
  acknowledged(stream: Stream, number: number, message: Message, nowMs: number): void;
  refused(stream: Stream, number: number): void;
  /** A member received a message live. Returns its stream and number; null: a message from outside the run, or the member's own. */
  delivered(
    user: number,
    connection: number,
    message: Message,
    nowMs: number,
  ): { stream: Stream; number: number } | null;
  /** From here on the member's socket receives every live update. */
  listening(user: number): void;
  /** The member's socket has closed and may miss live updates in flight. */
  disconnected(user: number, nowMs: number): void;
  /** At the end: connected members must have received every message. */
  finish(): void;
  /** How many acknowledged messages connected members have yet to receive. */
  awaitedUpdates(): number;
}

/** A live update that is later than this counts as missed, though the socket closed before the run ended. */
const UPDATE_TIMEOUT_MS = 5_000;

export function createMessageChecker(deps: {
  userIds: readonly number[];
  streams: readonly Stream[];
  clientIds: ClientIds;
  messageChars: number;
  invariants: InvariantLog;
}): MessageChecker {
  const { userIds, streams, clientIds, messageChars, invariants } = deps;
  const incoming = userIds.map((_, user) => streams.filter((stream) => stream.to === user));
  const name = ({ from, to }: Stream, number: number) =>
    `message ${number + 1} from ${userIds[from]} to ${userIds[to]}`;

  const isUnaltered = (stream: Stream, number: number, message: Message) =>
    message.sender_id === userIds[stream.from] &&
    message.receiver_id === userIds[stream.to] &&
    message.content === contentOf(stream, number, messageChars);

  const isMissed = (stream: Stream, number: number) =>
    (stream.seqs[number] ?? OUTCOME_UNKNOWN) > 0 && stream.deliveredMs[number] === 0;

  const checkDeliveries = (stream: Stream, acknowledgedByMs: number) => {
    for (let number = stream.listeningFrom ?? stream.seqs.length; number < stream.seqs.length; number += 1) {
      if ((stream.acknowledgedMs[number] ?? 0) > acknowledgedByMs) continue;
      invariants.checked('live');
      if (isMissed(stream, number)) invariants.violated('live', `${name(stream, number)} was never delivered`);
    }
  };

  return {
    due(stream, dueMs) {
      stream.dueMs.push(dueMs);
      stream.seqs.push(OUTCOME_UNKNOWN);
      stream.acknowledgedMs.push(Number.POSITIVE_INFINITY);
      stream.deliveredMs.push(0);
      return stream.sentOver.push(0) - 1;
    },

    sent(stream, number, connection) {
      if (stream.sentOver[number] !== 0) stream.retried.add(number);
      stream.sentOver[number] = connection;
    },

    acknowledged(stream, number, message, nowMs) {
      invariants.checked('single');
      invariants.checked('unaltered');
      const before = stream.seqs[number] ?? OUTCOME_UNKNOWN;
      if (before > 0 && before !== message.seq)
        invariants.violated('single', `${name(stream, number)} was acknowledged as ${before} and as ${message.seq}`);
      if (message.client_id !== clientIds.of(stream, number) || !isUnaltered(stream, number, message))
        invariants.violated('unaltered', `${name(stream, number)} was acknowledged as another message`);
      stream.seqs[number] = message.seq;
      stream.acknowledgedMs[number] = nowMs;
    },

    refused(stream, number) {
      stream.seqs[number] = REFUSED;
    },

    delivered(user, connection, message, nowMs) {
      const origin = clientIds.read(message.client_id);
      const stream = origin && streams[origin.streamId];
      if (!origin || !stream) return null;
      const { number } = origin;
      invariants.checked('unaltered');
      invariants.checked('single');
      if (stream.from === user) {
        // Messages from the member's other connections are delivered to this one, too.
        if (stream.sentOver[number] === connection && !stream.retried.has(number))
          invariants.violated('single', `${name(stream, number)} was delivered to the connection that sent it`);
        return null;
      }
      if (stream.to !== user || !isUnaltered(stream, number, message))
        invariants.violated(
          'unaltered',
          `${name(stream, number)} arrived at ${userIds[user]} as ${JSON.stringify(message)}`,
        );
      if (stream.retried.has(number)) {
        stream.deliveredMs[number] ||= nowMs;
        return { stream, number };
      }
      if (stream.deliveredMs[number] !== 0)
        invariants.violated('single', `${name(stream, number)} was delivered twice`);
      stream.deliveredMs[number] ||= nowMs;
      const sentOver = stream.sentOver[number] ?? 0;
      const last = stream.lastDelivered;
      if (last?.sentOver === sentOver && last.receivedOver === connection) {
        invariants.checked('ordered');
        if (message.seq < last.seq)
          invariants.violated('ordered', `${name(stream, number)} (${message.seq}) was delivered after ${last.seq}`);
      }
      stream.lastDelivered = { sentOver, receivedOver: connection, seq: message.seq };
      return { stream, number };
    },

    listening(user) {
      for (const stream of incoming[user] ?? []) stream.listeningFrom = stream.seqs.length;
    },

    disconnected(user, nowMs) {
      for (const stream of incoming[user] ?? []) {
        checkDeliveries(stream, nowMs - UPDATE_TIMEOUT_MS);
        stream.listeningFrom = null;
      }
    },

    finish() {
      for (const stream of streams) checkDeliveries(stream, Number.MAX_VALUE);
    },

    awaitedUpdates() {
      let count = 0;
      for (const stream of streams)
        for (let number = stream.listeningFrom ?? stream.seqs.length; number < stream.seqs.length; number += 1)
          if (isMissed(stream, number)) count += 1;
      return count;
    },
  };
}
