import type { Logger } from 'pino';
import { isUnavailable, isUniqueViolation } from '../../platform/db/pg-errors.js';
import type { RunStatement } from '../../platform/db/statements.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { createGroupCommit, type Lanes } from '../../platform/lib/group-commit.js';
import { type Fail, fail, ok } from '../../platform/lib/result.js';
import type { Measure } from '../../platform/metrics.js';
import type { Timings } from '../../platform/timings.js';
import type { ConversationKeys } from '../conversations/conversations.js';
import { moreTurnsFor } from '../conversations/kinds.js';
import type { StoredMessage } from '../events.js';
import { type BatchOutcome, findRepeated, inLockOrder, insertBatch, nameTeams } from './batch.js';
import { usedKey } from './check-message.js';
import type { InsertTexts } from './insert-statement.js';
import { busy, isTooLate, type PendingMessage, type Respond } from './pending-message.js';

export interface MessageWriter {
  /**
   * Queues a message; its `respond` is called once, after the commit or a refusal. Returns false, without queuing it, if the queue is full.
   */
  add(message: PendingMessage): boolean;
  /** Whether a conversation has unsettled messages, which later ones have to follow. */
  holds(conversationId: number): boolean;
  /** How many messages have no answer yet. */
  unansweredCount(): number;
  drained(): Promise<void>;
}

export interface WriterDeps {
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
  measure: Measure;
  timings: Timings['messages'];
  texts: () => InsertTexts;
  conversations: Pick<ConversationKeys, 'teamsAsOf'>;
}

/** The answer to a message that could not be stored because of this error. */
export const refusalAfter = (error: unknown): Fail =>
  isUnavailable(error) || isUniqueViolation(error) ? busy() : fail('INTERNAL');

/**
 * Names the receivers of stored messages in teams' conversations. If they cannot be read, the messages stay stored, and all members
 * refresh.
 */
export async function nameReceiversOf(
  { bus, log, conversations }: Pick<WriterDeps, 'bus' | 'log' | 'conversations'>,
  stored: readonly StoredMessage[],
  people: ReadonlyMap<number, number>,
): Promise<void> {
  try {
    nameTeams(stored, await conversations.teamsAsOf(people));
  } catch (error) {
    log.warn({ err: error }, 'messages to a team could not be broadcast; all members refresh');
    bus.publish('events:lost', null);
  }
}

const BATCH_MAX = 512;
const QUEUE_MAX = 20_000;
const ATTEMPTS = 4;

/**
 * The message writer: one statement per batch assigns sequence numbers, inserts, and commits (a group commit).
 * A conversation is in one batch at a time, so its messages are written in the order in which they were added.
 */
export function createMessageWriter(
  deps: WriterDeps & {
    lanes: Lanes;
    run: RunStatement;
    /** Passes a message to the checked writer; false if its queue is full. */
    check: (message: PendingMessage) => boolean;
    /** Whether the checked writer has messages of a conversation, which later ones have to follow. */
    holds: (conversationId: number) => boolean;
  },
): MessageWriter {
  const { run, bus, clock, log, measure, timings, texts, check, holds } = deps;

  /** One caller's error must not keep the others from their answers. */
  const respond = (message: PendingMessage, result: Parameters<Respond>[0]) => {
    try {
      message.respond(result);
    } catch (error) {
      log.error({ err: error }, 'a message could not be answered');
    }
  };

  const write = async (batch: PendingMessage[]): Promise<number> => {
    const { direct, checked } = splitByWriter(withoutRepeats(refuseLate(batch)), holds);
    const toCheck = [...(await writeDirect(inLockOrder(direct))), ...checked];
    passToCheckedWriter(toCheck);
    return batch.length - toCheck.length;
  };

  /** Refuses messages that have waited too long; returns the others. */
  const refuseLate = (batch: PendingMessage[]): PendingMessage[] => {
    const nowMs = performance.now();
    const isLate = (message: PendingMessage) => isTooLate(message, timings, nowMs);
    // Nearly always none is late.
    if (!batch.some(isLate)) return batch;
    for (const message of batch.filter(isLate)) respond(message, busy());
    return batch.filter((message) => !isLate(message));
  };

  const passToCheckedWriter = (messages: readonly PendingMessage[]) => {
    for (const message of messages) if (!check(message)) respond(message, busy());
  };

  /** Returns the messages that have to be checked. */
  const writeDirect = async (batch: PendingMessage[]): Promise<PendingMessage[]> => {
    let remaining = batch;
    for (let attempt = 1; remaining.length > 0; attempt += 1) {
      let outcome: BatchOutcome;
      try {
        outcome = await insertBatch(run, remaining, clock.nowMs(), texts());
      } catch (error) {
        if (!isUniqueViolation(error) || attempt === ATTEMPTS) {
          refuse(remaining, error);
          return [];
        }
        // Most likely a retried send: answer the messages that are stored already, write the others.
        remaining = await respondRepeated(remaining);
        continue;
      }
      const { written, stored, people } = outcome;
      if (people.size > 0) await nameReceivers(stored, people);
      if (stored.length > 0) bus.publish('messages:sent', stored);
      // Each written message is stored.
      for (const [index, message] of written.entries()) respond(message, ok(stored[index] as StoredMessage));
      return outcome.toCheck;
    }
    return [];
  };

  const nameReceivers = (stored: readonly StoredMessage[], people: ReadonlyMap<number, number>) =>
    nameReceiversOf(deps, stored, people);

  const respondRepeated = async (messages: PendingMessage[]): Promise<PendingMessage[]> => {
    try {
      const found = await findRepeated(run, messages);
      // Reads the current participants, whatever this server has cached.
      const stored = [...found.values()].filter(({ receiver_id }) => receiver_id === null);
      if (stored.length > 0)
        await nameReceivers(
          stored,
          new Map(stored.map((message) => [message.conversation_id, Number.POSITIVE_INFINITY])),
        );
      return messages.filter((message) => {
        const first = message.client_id === null ? undefined : found.get(`${message.sender_id}:${message.client_id}`);
        if (first && first.conversation_id !== message.conversation.id) respond(message, usedKey());
        else if (first) {
          bus.publish('message:repeated', { ...first, origin: message.origin });
          respond(message, ok(first));
        }
        return !first;
      });
    } catch (error) {
      refuse(messages, error);
      return [];
    }
  };

  const refuse = (messages: PendingMessage[], error: unknown) => {
    log.error({ err: error, messages: messages.length }, 'messages could not be stored');
    for (const message of messages) respond(message, refusalAfter(error));
  };

  const group = createGroupCommit<PendingMessage>({
    lanes: deps.lanes,
    batchMax: BATCH_MAX,
    queueMax: QUEUE_MAX,
    keyOf: (message) => message.conversation.id,
    moreTurns: (message) => moreTurnsFor(message.conversation),
    write,
    settled: (messages, sinceMs) => measure('batch:answered', { messages, sinceMs }),
  });
  return { add: group.add, holds: group.holds, unansweredCount: group.unsettled, drained: group.drained };
}

/** The checked writer takes messages that need a check, and all that follow one of them in its conversation. */
function splitByWriter(
  batch: PendingMessage[],
  holds: (conversationId: number) => boolean,
): { direct: PendingMessage[]; checked: PendingMessage[] } {
  // Nearly always there are none.
  if (!batch.some((message) => isSpecial(message) || message.attachment_ids !== null || holds(message.conversation.id)))
    return { direct: batch, checked: [] };
  const checkedConversations = new Set<number>();
  const fileIds = new Set<string>();
  /** A second message with the same file is refused, but it must not be in one statement with the first. */
  const repeatsFile = ({ attachment_ids }: PendingMessage) => attachment_ids?.some((id) => fileIds.has(id)) ?? false;
  const parts: Record<'direct' | 'checked', PendingMessage[]> = { direct: [], checked: [] };
  for (const message of batch) {
    const { id } = message.conversation;
    if (isSpecial(message) || repeatsFile(message) || holds(id)) checkedConversations.add(id);
    for (const file of message.attachment_ids ?? []) fileIds.add(file);
    (checkedConversations.has(id) ? parts.checked : parts.direct).push(message);
  }
  return parts;
}

const isSpecial = ({ is_unchecked, project_id, mentions }: PendingMessage): boolean =>
  is_unchecked || project_id !== null || mentions !== null;

/** Writes a client_id that occurs twice in a batch once; both get the same answer. */
function withoutRepeats(batch: PendingMessage[]): PendingMessage[] {
  // Nearly always all ids differ.
  if (new Set(batch.map((message) => message.client_id)).size === batch.length) return batch;
  const first = new Map<string, PendingMessage>();
  let repeated = false;
  for (const message of batch) {
    if (message.client_id === null) continue;
    const key = `${message.sender_id}:${message.client_id}`;
    const earlier = first.get(key);
    if (earlier && earlier.conversation.id !== message.conversation.id) {
      repeated = true;
      message.respond(usedKey());
    } else if (earlier) {
      repeated = true;
      const respond = earlier.respond;
      earlier.respond = (result) => {
        respond(result);
        message.respond(result);
      };
    } else first.set(key, message);
  }
  return repeated
    ? batch.filter(
        (message) => message.client_id === null || first.get(`${message.sender_id}:${message.client_id}`) === message,
      )
    : batch;
}
