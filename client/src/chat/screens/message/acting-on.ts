import type { Acting } from '../../state/outbox/acting';
import type { MessageItem } from '../thread/thread.select';

/** What an act on a message of `me` or of the other member begins with; null where it cannot be done. */
export function actingOn(item: MessageItem, verb: Acting['verb'], own = true): Acting | null {
  if (item.kind === 'stored') {
    const { sender_id, seq, client_id, content, deleted_at } = item.message;
    const receiver_id = own ? item.message.receiver_id : sender_id;
    return deleted_at ? null : { verb, content, target: { receiver_id, seq, message: client_id } };
  }
  const { receiver_id, client_id, content, state } = item.pending;
  // One that was refused has its own acts beside it.
  return state === 'failed' || verb === 'react'
    ? null
    : { verb, content, target: { receiver_id, seq: null, message: client_id } };
}
