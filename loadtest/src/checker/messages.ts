import type { Message } from '@sangam/shared/contract/messages';
import type { Judge } from './promises.js';
import { type ClientIds, contentOf, OUTCOME_UNKNOWN, REFUSED, type Stream } from './stream.js';

/** Follows every message from its send to its acknowledgement and its push. */
export interface MessageChecker {
  /** A message is due; answers its number. */
  due(stream: Stream, dueMs: number): number;
  /** It leaves over this connection of its sender, for the first time or again. */
  leaves(stream: Stream, number: number, connection: number): void;
  acknowledged(stream: Stream, number: number, message: Message, nowMs: number): void;
  refused(stream: Stream, number: number): void;
  /** A push came to a user; answers the stream and number it belongs to, null for somebody else's. */
  pushed(user: number, connection: number, message: Message, nowMs: number): { stream: Stream; number: number } | null;
  /** From here on the user hears everything. */
  listens(user: number): void;
  /** The user's connection has gone: what is under way may miss them. */
  away(user: number, nowMs: number): void;
  /** At the end: every push that is due to a connected user must have come. */
  finish(): void;
  /** How many acknowledged messages connected users still wait for. */
  underWay(): number;
}

/** An acknowledged message that took longer than this to be pushed was missed, though the connection broke later. */
const PUSH_WITHIN_MS = 5_000;

export function createMessageChecker(deps: {
  userIds: readonly number[];
  streams: readonly Stream[];
  clientIds: ClientIds;
  messageChars: number;
  judge: Judge;
}): MessageChecker {
  const { userIds, streams, clientIds, messageChars, judge } = deps;
  const incoming = userIds.map((_, user) => streams.filter((stream) => stream.to === user));
  const name = ({ from, to }: Stream, number: number) =>
    `message ${number + 1} from ${userIds[from]} to ${userIds[to]}`;

  const isUnaltered = (stream: Stream, number: number, message: Message) =>
    message.sender_id === userIds[stream.from] &&
    message.receiver_id === userIds[stream.to] &&
    message.content === contentOf(stream, number, messageChars);

  const isMissed = (stream: Stream, number: number) =>
    (stream.seqs[number] ?? OUTCOME_UNKNOWN) > 0 && stream.pushedMs[number] === 0;

  const judgePushes = (stream: Stream, acknowledgedByMs: number) => {
    for (let number = stream.heardFrom ?? stream.seqs.length; number < stream.seqs.length; number += 1) {
      if ((stream.acknowledgedMs[number] ?? 0) > acknowledgedByMs) continue;
      judge.checked('pushed');
      if (isMissed(stream, number)) judge.broken('pushed', `${name(stream, number)} was never pushed`);
    }
  };

  return {
    due(stream, dueMs) {
      stream.dueMs.push(dueMs);
      stream.seqs.push(OUTCOME_UNKNOWN);
      stream.acknowledgedMs.push(Number.POSITIVE_INFINITY);
      stream.pushedMs.push(0);
      return stream.sentOver.push(0) - 1;
    },

    leaves(stream, number, connection) {
      if (stream.sentOver[number] !== 0) stream.retried.add(number);
      stream.sentOver[number] = connection;
    },

    acknowledged(stream, number, message, nowMs) {
      judge.checked('single');
      judge.checked('unaltered');
      const before = stream.seqs[number] ?? OUTCOME_UNKNOWN;
      if (before > 0 && before !== message.seq)
        judge.broken('single', `${name(stream, number)} was acknowledged as ${before} and as ${message.seq}`);
      if (message.client_id !== clientIds.of(stream, number) || !isUnaltered(stream, number, message))
        judge.broken('unaltered', `${name(stream, number)} was acknowledged as another`);
      stream.seqs[number] = message.seq;
      stream.acknowledgedMs[number] = nowMs;
    },

    refused(stream, number) {
      stream.seqs[number] = REFUSED;
    },

    pushed(user, connection, message, nowMs) {
      const place = clientIds.read(message.client_id);
      const stream = place && streams[place.streamId];
      if (!place || !stream) return null;
      const { number } = place;
      judge.checked('unaltered');
      judge.checked('single');
      if (stream.from === user) {
        // What left over another connection comes to this one as to any other device of its sender.
        if (stream.sentOver[number] === connection && !stream.retried.has(number))
          judge.broken('single', `${name(stream, number)} came back over the connection that sent it`);
        return null;
      }
      if (stream.to !== user || !isUnaltered(stream, number, message))
        judge.broken('unaltered', `${name(stream, number)} came to ${userIds[user]} as ${JSON.stringify(message)}`);
      if (stream.retried.has(number)) {
        stream.pushedMs[number] ||= nowMs;
        return { stream, number };
      }
      if (stream.pushedMs[number] !== 0) judge.broken('single', `${name(stream, number)} was pushed twice`);
      stream.pushedMs[number] ||= nowMs;
      const sentOver = stream.sentOver[number] ?? 0;
      const last = stream.lastPush;
      if (last?.sentOver === sentOver && last.heardOver === connection) {
        judge.checked('ordered');
        if (message.seq < last.seq)
          judge.broken('ordered', `${name(stream, number)} (${message.seq}) was pushed after ${last.seq}`);
      }
      stream.lastPush = { sentOver, heardOver: connection, seq: message.seq };
      return { stream, number };
    },

    listens(user) {
      for (const stream of incoming[user] ?? []) stream.heardFrom = stream.seqs.length;
    },

    away(user, nowMs) {
      for (const stream of incoming[user] ?? []) {
        judgePushes(stream, nowMs - PUSH_WITHIN_MS);
        stream.heardFrom = null;
      }
    },

    finish() {
      for (const stream of streams) judgePushes(stream, Number.MAX_VALUE);
    },

    underWay() {
      let count = 0;
      for (const stream of streams)
        for (let number = stream.heardFrom ?? stream.seqs.length; number < stream.seqs.length; number += 1)
          if (isMissed(stream, number)) count += 1;
      return count;
    },
  };
}
