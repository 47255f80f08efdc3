import { keptItem, removePending, useOutbox } from './outbox';

/** A conversation is opened: a mark of it that has not begun to be sent is over. */
export function dropUnsentMarks(otherId: number): void {
  for (const act of useOutbox.getState().acts)
    if (act.verb === 'unread' && act.receiver_id === otherId && !keptItem(act.client_id)?.tried)
      removePending(act.client_id);
}
