import type { Logger } from 'pino';
import { acceptAnswered, type ContactLimits, lockActing, lockForBlock, questionKeyOf } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { isContention, isUnavailable } from '../../platform/db/pg-errors.js';
import { type Publish, runIn } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { createGroupCommit, type Lanes } from '../../platform/lib/group-commit.js';
import { type Fail, fail, invalid, ok } from '../../platform/lib/result.js';
import type { WireText } from '../../platform/lib/wire-text.js';
import type { Measure } from '../../platform/metrics.js';
import { readNotification, updateNotifications } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import { refuseToName } from '../attachments/queries.js';
import { checkMessagesOf, endChecks, isBegun, lockConversation, noteWritten } from '../conversations/conversations.js';
import type { StoredMessage } from '../events.js';
import { findRepeated, insertBatch } from './batch.js';
import { beginRequest } from './begin-request.js';
import type { InsertTexts } from './insert-statement.js';
import { withProject } from './message-row.js';
import type { PendingMessage } from './pending-message.js';
import { findAskedProject, setProject } from './queries.js';
import { checkMessage, usedKey } from './refuse-message.js';
import type { MessageWriter } from './writer.js';

const BATCH_MAX = 16;
const QUEUE_MAX = 5_000;
const ATTEMPTS = 4;

const noSuchMessage = () => invalid([{ field: 'reply_to', message: 'There is no such message in this conversation.' }]);

type Outcome = { is: 'stored' | 'repeated'; message: StoredMessage } | { is: 'refused'; refusal: Fail };

/**
 * Writes messages that may be refused: first messages, messages to members who have not answered the sender yet, those in marked
 * conversations, as after a block, and questions about projects. It also writes what a batch has left out, such as a reply to a message that does
 * not exist. Each has its own transaction, which checks the sender's permissions and, under the sender's lock, their contact limits
 * (R6.11). A sender's messages keep their order.
 */
export function createCheckedWriter(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
  measure: Measure;
  lanes: Lanes;
  texts: () => InsertTexts;
  contactLimits: ContactLimits;
  /** Whether first messages from strangers become message requests. */
  messageRequests: boolean;
}): MessageWriter {
  const { db, bus, clock, log, measure, contactLimits, messageRequests, texts } = deps;
  /** The number of unsettled messages by conversation. */
  const unsettled = new Map<number, number>();

  const storeIn = async (trx: Trx, publish: Publish, message: PendingMessage): Promise<Outcome> => {
    const { sender_id, receiver_id, conversation } = message;
    const run = runIn(trx);
    await lockActing(trx, sender_id);
    // Taken before the other locks, so that a concurrent request between the two comes before the first message or after it.
    if (messageRequests && !isBegun(conversation)) await lockForBlock(trx, sender_id, receiver_id);
    await contactLimits.lock(trx, sender_id);
    const locked = await lockConversation(trx, conversation, sender_id);
    const [repeated] = message.client_id === null ? [] : [...(await findRepeated(run, [message])).values()];
    if (repeated && repeated.receiver_id !== receiver_id) return { is: 'refused', refusal: usedKey() };
    if (repeated) return { is: 'repeated', message: { ...repeated, origin: message.origin } };
    if (locked.others > 0) noteWritten(conversation, receiver_id);
    const check = await checkMessage(trx, contactLimits, { sender_id, receiver_id, sentBefore: locked.own });
    if (check.refusal !== null) return { is: 'refused', refusal: check.refusal };
    // Numbers have no gaps: a message up to the last one exists.
    if ((message.reply_to ?? 0) > locked.own + locked.others) return { is: 'refused', refusal: noSuchMessage() };
    const missing = await refuseFiles(trx, message);
    if (missing) return { is: 'refused', refusal: missing };
    const reader = { user_id: sender_id, other_id: receiver_id };
    if (locked.isChecked) {
      await endChecks(trx, conversation, sender_id);
      await acceptAnswered(trx, publish, reader);
    }
    const [stored] = (await insertBatch(run, [message], clock.nowMs(), texts())).stored;
    if (stored === undefined) throw new Error('a message was not stored');
    let added: NewNotification[] = [];
    if (check.isStranger && messageRequests) {
      const isFirst = locked.own + locked.others === 0;
      if (isFirst) added = await beginRequest(trx, publish, message);
      // The next message is checked as well: the receiver may restrict first messages by then.
      else if (locked.isChecked) await checkMessagesOf(trx, conversation, sender_id);
    }
    const asked =
      message.project_id === null ? undefined : await findAskedProject(trx, message.project_id, receiver_id);
    if (asked) await setProject(trx, conversation.id, stored.seq, asked.id);
    const changed = (json: WireText) => (asked ? withProject(json, asked) : json);
    const json = { sender: changed(stored.json.sender), receiver: changed(stored.json.receiver) };
    const now = new Date(clock.nowMs());
    await updateNotifications(trx, publish, { added }, now);
    // An answer to a question.
    if (locked.isChecked) await readNotification(trx, publish, questionKeyOf(reader), now);
    return { is: 'stored', message: { ...stored, json } };
  };
  const store = async (message: PendingMessage): Promise<Outcome> => {
    const pending: (() => void)[] = [];
    const publish: Publish = (event, payload) => void pending.push(() => bus.publish(event, payload));
    const outcome = await db.transaction().execute((trx) => storeIn(trx, publish, message));
    // Published before the message itself.
    for (const publishEvent of pending) publishEvent();
    return outcome;
  };

  const refuseFiles = async (trx: Trx, { sender_id, attachment_ids }: PendingMessage): Promise<Fail | null> =>
    attachment_ids === null
      ? null
      : refuseToName(trx, { ownerId: sender_id, ids: attachment_ids, nowMs: clock.nowMs() });

  const settle = (message: PendingMessage, outcome: Outcome) => {
    if (outcome.is === 'refused') return message.respond(outcome.refusal);
    if (outcome.is === 'repeated') bus.publish('message:repeated', outcome.message);
    else {
      noteWritten(message.conversation, message.sender_id);
      bus.publish('messages:sent', [outcome.message]);
    }
    message.respond(ok(outcome.message));
  };

  const tryToStore = async (message: PendingMessage): Promise<Outcome> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await store(message);
      } catch (error) {
        // Most likely a retried send: the next attempt finds the stored message.
        if (isContention(error) && attempt < ATTEMPTS) continue;
        log.error({ err: error }, 'a message could not be stored');
        const isBusy = isUnavailable(error) || isContention(error);
        return { is: 'refused', refusal: isBusy ? fail('BUSY', { retryAfterS: 1 }) : fail('INTERNAL') };
      }
    }
  };

  const write = async (message: PendingMessage): Promise<void> => {
    const outcome = await tryToStore(message);
    try {
      settle(message, outcome);
    } catch (error) {
      log.error({ err: error }, 'a message could not be answered');
    }
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
        await write(message);
        letGo(message);
      }
      return batch.length;
    },
    settled: (messages, sinceMs) => measure('batch:answered', { messages, sinceMs }),
  });
  return {
    add(message) {
      const added = group.add(message);
      if (added) unsettled.set(message.conversation.id, (unsettled.get(message.conversation.id) ?? 0) + 1);
      return added;
    },
    unanswered: group.unsettled,
    drained: group.drained,
    holds: (conversationId) => unsettled.size > 0 && unsettled.has(conversationId),
  };
}
