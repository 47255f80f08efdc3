import { type ContactLimits, lockActing } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { isContention } from '../../platform/db/pg-errors.js';
import { type Publish, runIn } from '../../platform/db/transaction.js';
import { createGroupCommit } from '../../platform/lib/group-commit.js';
import { type Fail, invalid, ok } from '../../platform/lib/result.js';
import { refuseToName } from '../attachments/queries.js';
import { endChecks, lockConversation } from '../conversations/conversations.js';
import { type ConversationKey, noteWritten } from '../conversations/kinds.js';
import type { StoredMessage } from '../events.js';
import { findRepeated, insertBatch } from './batch.js';
import { usedKey } from './check-message.js';
import { busy, isTooLate, type PendingMessage, type Respond } from './pending-message.js';
import { createDirectRules, createTeamRules, type WriteRules } from './write-rules.js';
import { type MessageWriter, nameReceiversOf, refusalAfter, type WriterDeps } from './writer.js';

const BATCH_MAX = 16;
const QUEUE_MAX = 5_000;
const ATTEMPTS = 4;

const noSuchMessage = () => invalid([{ field: 'reply_to', message: 'This message isn’t in this conversation.' }]);

type Outcome = { is: 'stored' | 'repeated'; message: StoredMessage } | { is: 'refused'; refusal: Fail };

interface CheckedWriterDeps extends WriterDeps {
  db: Db;
  contactLimits: ContactLimits;
  /** Whether first messages from strangers become message requests. */
  messageRequests: boolean;
}

/**
 * Writes messages that may be refused: first messages, messages to members who have not answered the sender yet, those of marked
 * slots, as after a block or of a former participant, questions about projects, and mentions. It also writes what a batch has left
 * out, such as a reply to a message that does not exist. Each has its own transaction, which checks the sender's permissions and,
 * under the sender's lock, their contact limits (R6.11). A sender's messages keep their order. A retry of an unsettled message gets
 * that one's answer: a transaction for each would make a slow server slower, and then there are more retries.
 */
export function createCheckedWriter(deps: CheckedWriterDeps): MessageWriter {
  const { bus, log, measure, timings } = deps;
  const store = createStore(deps);
  /** The number of unsettled messages by conversation. */
  const unsettled = new Map<number, number>();
  /** The last message of each conversation that a lane has taken. */
  const taken = new Map<number, Promise<void>>();

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
    if (outcome.is === 'refused') return respond(callers, outcome.refusal);
    if (outcome.is === 'repeated') bus.publish('message:repeated', outcome.message);
    else {
      noteWritten(message.conversation, message.sender_id);
      bus.publish('messages:sent', [outcome.message]);
    }
    respond(callers, ok(outcome.message));
  };

  const write = async (message: PendingMessage): Promise<void> => {
    const isLate = isTooLate(message, timings, performance.now());
    settle(message, isLate ? { is: 'refused', refusal: busy() } : await store(message));
  };

  /**
   * Lanes keep the order of a sender's messages. Two senders in one conversation wait for each other, so that its messages are published in
   * the order of their numbers; they would wait for its lock anyway.
   */
  const writeInOrder = async (message: PendingMessage): Promise<void> => {
    const { id } = message.conversation;
    const work = (taken.get(id) ?? Promise.resolve()).then(() => write(message));
    taken.set(id, work);
    await work;
    if (taken.get(id) === work) taken.delete(id);
  };

  const letGo = ({ conversation: { id } }: PendingMessage) => {
    const left = (unsettled.get(id) ?? 1) - 1;
    if (left === 0) unsettled.delete(id);
    else unsettled.set(id, left);
  };

  const group = createGroupCommit<PendingMessage>({
    lanes: deps.lanes,
    batchMax: BATCH_MAX,
    queueMax: QUEUE_MAX,
    keyOf: (message) => message.sender_id,
    write: async (batch) => {
      for (const message of batch) {
        await writeInOrder(message);
        letGo(message);
      }
      return batch.length;
    },
    settled: (messages, sinceMs) => measure('batch:answered', { messages, sinceMs }),
  });
  return {
    add(message) {
      const key = retryKeyOf(message);
      const callers = key === null ? undefined : queued.get(key);
      if (callers) return callers.push(message) > 0;
      const added = group.add(message);
      if (added) unsettled.set(message.conversation.id, (unsettled.get(message.conversation.id) ?? 0) + 1);
      if (added && key !== null) queued.set(key, [message]);
      return added;
    },
    unanswered: group.unsettled,
    drained: group.drained,
    holds: (conversationId) => unsettled.size > 0 && unsettled.has(conversationId),
  };
}

/** The same for a message and its retries; null without a client_id. The id of a message in another conversation is refused when stored. */
const retryKeyOf = ({ sender_id, client_id, conversation }: PendingMessage): string | null =>
  client_id === null ? null : `${sender_id}:${client_id}:${conversation.id}`;

/** Stores one message in its own transaction, unless its checks refuse it. */
function createStore(deps: CheckedWriterDeps): (message: PendingMessage) => Promise<Outcome> {
  const { db, bus, clock, log, texts } = deps;
  const rulesOf = { direct: createDirectRules(deps), team: createTeamRules(deps) } satisfies Record<
    ConversationKey['kind'],
    WriteRules
  >;

  const storeIn = async (trx: Trx, publish: Publish, message: PendingMessage): Promise<Outcome> => {
    const { sender_id, conversation, slot } = message;
    const run = runIn(trx);
    const rules = rulesOf[conversation.kind];
    await lockActing(trx, sender_id);
    await rules.lock(trx, message);
    const locked = await lockConversation(trx, conversation.id, slot);
    const [repeated] = message.client_id === null ? [] : [...(await findRepeated(run, [message])).values()];
    if (repeated && repeated.conversation_id !== conversation.id) return { is: 'refused', refusal: usedKey() };
    if (repeated) return { is: 'repeated', message: { ...repeated, origin: message.origin } };
    const check = await rules.check(trx, message, locked);
    if (check.refusal !== null) return { is: 'refused', refusal: check.refusal };
    // Numbers have no gaps: a message up to the last one exists.
    if ((message.reply_to ?? 0) > locked.own + locked.others) return { is: 'refused', refusal: noSuchMessage() };
    const missing = await refuseFiles(trx, message);
    if (missing) return { is: 'refused', refusal: missing };
    if (locked.isChecked) await endChecks(trx, conversation.id, slot);
    await check.prepare(publish);
    const [stored] = (await insertBatch(run, [message], clock.nowMs(), texts())).stored;
    if (stored === undefined) throw new Error('a message was not stored');
    return { is: 'stored', message: await check.stored(publish, stored) };
  };
  const store = async (message: PendingMessage): Promise<Outcome> => {
    const pending: (() => void)[] = [];
    const publish: Publish = (event, payload) => void pending.push(() => bus.publish(event, payload));
    const outcome = await db.transaction().execute((trx) => storeIn(trx, publish, message));
    if (outcome.is !== 'refused' && outcome.message.receiver_id === null) {
      // The present participants, whatever this server knows.
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
        return await store(message);
      } catch (error) {
        // Most likely a retried send: the next attempt finds the stored message.
        if (isContention(error) && attempt < ATTEMPTS) continue;
        log.error({ err: error }, 'a message could not be stored');
        return { is: 'refused', refusal: refusalAfter(error) };
      }
    }
  };
}
