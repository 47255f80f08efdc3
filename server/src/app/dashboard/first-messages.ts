import type { StoredMessage } from '../../chat/events.js';
import { type ActDeps, inTransaction } from '../../platform/db/transaction.js';
import { chatActivity, recordActivities } from '../../platform/records/activities.queries.js';
import { findMessageRequests } from './first-messages.queries.js';

/**
 * Records a conversation's first message in both members' activity, a message request in its sender's. It follows the bus to keep the
 * message writer fast: a crash loses an activity, never a message. `settled` resolves once all started writes are done.
 */
export function recordFirstMessages({ db, bus }: Pick<ActDeps, 'db' | 'bus'>): { settled(): Promise<void> } {
  const running = new Set<Promise<void>>();

  const write = async (firsts: readonly StoredMessage[]) => {
    // A team's conversation begins with the team, which is activity already.
    const direct = firsts.flatMap(({ sender_id, receiver_id }) =>
      receiver_id === null ? [] : [{ sender_id, receiver_id }],
    );
    // A stranger's message shows among the message requests only.
    const requested = await findMessageRequests(db, direct);
    const lines = direct.flatMap((first) => [
      chatActivity('chat:begun', first.sender_id, first.receiver_id),
      ...(requested.includes(first) ? [] : [chatActivity('chat:received', first.receiver_id, first.sender_id)]),
    ]);
    await inTransaction(db, (trx) => recordActivities(trx, lines));
  };

  bus.on('messages:sent', (batch) => {
    const firsts = batch.filter((message) => message.seq === 1);
    if (firsts.length === 0) return;
    const work = write(firsts);
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
