import { actingLock, type ContactLimits } from '../../contact/contact.js';
import { takeLocks } from '../../platform/db/advisory-locks.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { isUniqueViolation } from '../../platform/db/pg-errors.js';
import { inTransaction, type Publish, runIn } from '../../platform/db/transaction.js';
import { type Fail, invalid, ok } from '../../platform/lib/result.js';
import { refuseToName } from '../attachments/queries.js';
import { endChecks, type LockedConversation, lockConversation } from '../conversations/conversations.js';
import { type ConversationKey, recordWritten } from '../conversations/kinds.js';
import type { StoredMessage } from '../events.js';
import { findRepeated, insertBatch } from './batch.js';
import { usedKey } from './check-message.js';
import { createOrderedLanes } from './ordered-lanes.js';
import { busy, isTooLate, type PendingMessage, type Respond } from './pending-message.js';
import { type Checked, createDirectRules, createTeamRules, type WriteRules } from './write-rules.js';
import { type MessageWriter, nameReceiversOf, refusalAfter, type WriterDeps } from './writer.js';

const QUEUE_MAX = 5_000;
const ATTEMPTS = 4;

const noSuchMessage = () => invalid([{ field: 'reply_to', message: 'This message isn’t in this conversation.' }]);

type Outcome = { kind: 'stored' | 'repeated'; message: StoredMessage } | { kind: 'refused'; refusal: Fail };
const refused = (refusal: Fail): Outcome => ({ kind: 'refused', refusal });

interface CheckedWriterDeps extends WriterDeps {
  /** How many messages are checked and written at once. */
  lanes: number;
  db: Db;
  contactLimits: ContactLimits;
  /** Whether first messages from strangers become message requests. */
  messageRequests: boolean;
}

/**
 * Writes messages that may be refused: first messages, messages to members who have not answered the sender yet, messages from checked
 * slots, such as those after a block or of a former participant, questions about projects, and mentions. It also writes messages that a
 * batch has left out, such as a reply to a message that does not exist. Each has its own transaction, which checks the sender's permissions
 * and, under the sender's lock, their contact limits (R6.11). A sender's messages keep their order. Those of one conversation are written
 * one after the other, so that they are published in the order of their numbers; they would wait for its lock anyway. A retry of an
 * unsettled message shares its answer: a transaction for each retry would slow a slow server further, and cause more retries.
 */
export function createCheckedWriter(deps: CheckedWriterDeps): MessageWriter {
  const { bus, log, measure, timings } = deps;
  const store = createStore(deps);
  /** The number of unsettled messages by conversation. */
  const unsettled = new Map<number, number>();
  /** Unsettled messages with a client_id, each with its retries. */
  const queued = new Map<string, PendingMessage[]>();

  const respond = (callers: readonly PendingMessage[], result: Parameters<Respond>[0]) => {
    for (const caller of callers)
      try {
        caller.respond(result);
      } catch (error) {
        log.error({ err: error }, 'a message could not be answered');
      }
  };

  const settle = (message: PendingMessage, outcome: Outcome) => {
    const key = retryKeyOf(message);
    const callers = (key !== null && queued.get(key)) || [message];
    // A later retry finds the message stored.
    if (key !== null) queued.delete(key);
    if (outcome.kind === 'refused') return respond(callers, outcome.refusal);
    if (outcome.kind === 'repeated') bus.publish('message:repeated', outcome.message);
    else {
      recordWritten(message.conversation, message.sender_id);
      bus.publish('messages:sent', [outcome.message]);
    }
    respond(callers, ok(outcome.message));
  };

  const write = async (message: PendingMessage): Promise<void> => {
    const isLate = isTooLate(message, timings, performance.now());
    settle(message, isLate ? refused(busy()) : await store(message));
    measure('batch:answered', { messages: 1, sinceMs: message.received_ms });
  };

  const release = ({ conversation: { id } }: PendingMessage) => {
    const remaining = (unsettled.get(id) ?? 1) - 1;
    if (remaining === 0) unsettled.delete(id);
    else unsettled.set(id, remaining);
  };

  const queue = createOrderedLanes<PendingMessage>({
    lanes: deps.lanes,
    queueMax: QUEUE_MAX,
    orderKeyOf: (message) => message.sender_id,
    exclusiveKeyOf: (message) => message.conversation.id,
    async run(message) {
      await write(message);
      release(message);
    },
  });
  return {
    add(message) {
      const key = retryKeyOf(message);
      const callers = key === null ? undefined : queued.get(key);
      if (callers) return callers.push(message) > 0;
      const isQueued = queue.add(message);
      if (isQueued) unsettled.set(message.conversation.id, (unsettled.get(message.conversation.id) ?? 0) + 1);
      if (isQueued && key !== null) queued.set(key, [message]);
      return isQueued;
    },
    unansweredCount: queue.unsettled,
    drained: queue.drained,
    holds: (conversationId) => unsettled.size > 0 && unsettled.has(conversationId),
  };
}

/** The same for a message and its retries; null without a client_id. A client_id used in another conversation is refused on storing. */
const retryKeyOf = ({ sender_id, client_id, conversation }: PendingMessage): string | null =>
  client_id === null ? null : `${sender_id}:${client_id}:${conversation.id}`;

/** Stores one message in its own transaction, unless its checks refuse it. */
function createStore(deps: CheckedWriterDeps): (message: PendingMessage) => Promise<Outcome> {
  const { db, bus, clock, log, texts } = deps;
  const rulesOf = { direct: createDirectRules(deps), team: createTeamRules(deps) } satisfies Record<
    ConversationKey['kind'],
    WriteRules
  >;

  const check = async (trx: Trx, message: PendingMessage, locked: LockedConversation): Promise<Checked> => {
    const checked = await rulesOf[message.conversation.kind].check(trx, message, locked);
    if (checked.refusal !== null) return checked;
    // Numbers have no gaps: a message up to the last one exists.
    if ((message.reply_to ?? 0) > locked.own + locked.others) return { refusal: noSuchMessage() };
    const missing = await refuseFiles(trx, message);
    return missing ? { refusal: missing } : checked;
  };

  /**
   * Looks first for a stored message with the same client_id if there may be one, otherwise only before a refusal: a second one can't be
   * inserted.
   */
  const storeIn = async (
    trx: Trx,
    publish: Publish,
    message: PendingMessage,
    mayBeRepeated: boolean,
  ): Promise<Outcome> => {
    const { sender_id, conversation, slot } = message;
    await takeLocks(trx, [actingLock(sender_id), ...rulesOf[conversation.kind].locks(message)]);
    const locked = await lockConversation(trx, conversation.id, slot);
    const answer = mayBeRepeated ? await findAnswer(trx, message) : null;
    if (answer) return answer;
    const checked = await check(trx, message, locked);
    if (checked.refusal !== null) return (await findAnswer(trx, message)) ?? refused(checked.refusal);
    await checked.prepare(publish);
    const [stored] = (await insertBatch(runIn(trx), [message], clock.nowMs(), texts())).stored;
    if (stored === undefined) throw new Error('a message was not stored');
    if (locked.isChecked && !checked.checksNext) await endChecks(trx, conversation.id, slot);
    return { kind: 'stored', message: await checked.stored(publish, stored) };
  };

  /** A retry of a stored message gets its answer, whatever the sender may do by now; null if this is none. */
  const findAnswer = async (trx: Trx, message: PendingMessage): Promise<Outcome | null> => {
    if (message.client_id === null) return null;
    const [repeated] = (await findRepeated(runIn(trx), [message])).values();
    if (repeated === undefined) return null;
    return repeated.conversation_id === message.conversation.id
      ? { kind: 'repeated', message: { ...repeated, origin: message.origin } }
      : refused(usedKey());
  };

  const store = async (message: PendingMessage, mayBeRepeated: boolean): Promise<Outcome> => {
    let pending: (() => void)[] = [];
    const publish: Publish = (event, payload) => void pending.push(() => bus.publish(event, payload));
    const outcome = await inTransaction(db, (trx) => {
      pending = [];
      return storeIn(trx, publish, message, mayBeRepeated);
    });
    if (outcome.kind !== 'refused' && outcome.message.receiver_id === null) {
      // Reads the current participants, whatever this server has cached.
      const asOf = new Map([[outcome.message.conversation_id, Number.POSITIVE_INFINITY]]);
      await nameReceiversOf(deps, [outcome.message], asOf);
    }
    // Published before the message itself.
    for (const publishEvent of pending) publishEvent();
    return outcome;
  };

  const refuseFiles = async (trx: Trx, { sender_id, attachment_ids }: PendingMessage): Promise<Fail | null> =>
    attachment_ids === null
      ? null
      : refuseToName(trx, { ownerId: sender_id, ids: attachment_ids, nowMs: clock.nowMs() });

  return async (message) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await store(message, attempt > 1);
      } catch (error) {
        // Most likely a retried send: the next attempt finds the stored message.
        if (isUniqueViolation(error) && attempt < ATTEMPTS) continue;
        log.error({ err: error }, 'a message could not be stored');
        return refused(refusalAfter(error));
      }
    }
  };
}
