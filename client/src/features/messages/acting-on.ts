import type { Acting } from '../../stores/acting';
import type { MessageItem } from './thread.select';

/** What editing or deleting one of the member's own messages begins with; null where it cannot be. */
export function actingOn(item: MessageItem, verb: Acting['verb']): Acting | null {
  if (item.kind === 'stored') {
    const { receiver_id, seq, client_id, content, deleted_at } = item.message;
    return deleted_at ? null : { verb, content, target: { receiver_id, seq, message: client_id } };
  }
  const { receiver_id, client_id, content, state } = item.pending;
  // One that was refused has its own acts beside it.
  return state === 'failed' ? null : { verb, content, target: { receiver_id, seq: null, message: client_id } };
}
