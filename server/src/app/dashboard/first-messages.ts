import type { StoredMessage } from '../../chat/events.js';
import { type ActDeps, inTransaction } from '../../platform/db/transaction.js';
import { chatActivity, recordActivities } from '../../platform/records/activities.queries.js';
import { findMessageRequests } from './first-messages.queries.js';

/**
 * Records a conversation's first message in both members' activity; a message request, only in its sender's. It listens to the bus to keep
 * the message writer fast: a crash may lose an activity, but never a message. `settled` resolves once all started writes are done.
 */
export function recordFirstMessages({ db, bus }: Pick<ActDeps, 'db' | 'bus'>): { settled(): Promise<void> } {
  const running = new Set<Promise<void>>();

  const write = async (messages: readonly StoredMessage[]) => {
    // Creating a team, and with it its conversation, is already recorded as activity.
    const direct = messages.flatMap(({ sender_id, receiver_id }) =>
      receiver_id === null ? [] : [{ sender_id, receiver_id }],
    );
    // The receiver sees a stranger's message only among the message requests.
    const requested = await findMessageRequests(db, direct);
    const activities = direct.flatMap((first) => [
      chatActivity('chat:begun', first.sender_id, first.receiver_id),
      ...(requested.includes(first) ? [] : [chatActivity('chat:received', first.receiver_id, first.sender_id)]),
    ]);
    await inTransaction(db, (trx) => recordActivities(trx, activities));
  };

  bus.on('messages:sent', (batch) => {
    const firstMessages = batch.filter((message) => message.seq === 1);
    if (firstMessages.length === 0) return;
    const work = write(firstMessages);
    const tracked = work.then(
      () => void running.delete(tracked),
      () => void running.delete(tracked),
    );
    running.add(tracked);
    // The bus logs failures.
    return work;
  });

  return { settled: () => Promise.all(running).then(() => undefined) };
}
