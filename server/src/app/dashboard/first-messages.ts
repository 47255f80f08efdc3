import type { StoredMessage } from '../../chat/events.js';
import type { Db } from '../../platform/db/database.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import { recordActivities } from '../../platform/records/activities.queries.js';
import { activity } from '../../platform/records/activity.js';
import { findNames } from './queries.js';

/**
 * Records the first message of a conversation in both members' activity. To keep the message writer fast, this listens to
 * its events: a server that is killed in between loses an activity, never a message. `settled` resolves once every
 * activity that was begun is written.
 */
export function noteFirstMessages({ db, bus }: { db: Db; bus: Bus<DomainEvents> }): { settled(): Promise<void> } {
  const running = new Set<Promise<void>>();

  const note = async (firsts: readonly StoredMessage[]) => {
    const names = await findNames(db, [...new Set(firsts.map((message) => message.receiver_id))]);
    const lines = firsts.flatMap((message) => [
      activity.chat(
        message.sender_id,
        `You started a conversation with ${names.get(message.receiver_id) ?? 'a member'}`,
        { other_id: message.receiver_id },
      ),
      activity.chat(message.receiver_id, `${message.sender_name} started a conversation with you`, {
        other_id: message.sender_id,
      }),
    ]);
    await db.transaction().execute((trx) => recordActivities(trx, lines));
  };

  bus.on('messages:sent', (batch) => {
    const firsts = batch.filter((message) => message.seq === 1);
    if (firsts.length === 0) return;
    const work = note(firsts);
    const tracked = work.then(
      () => void running.delete(tracked),
      () => void running.delete(tracked),
    );
    running.add(tracked);
    // The bus logs what fails.
    return work;
  });

  return { settled: () => Promise.all(running).then(() => undefined) };
}
