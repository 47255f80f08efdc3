import { deleteNumbersIn } from '../state/outbox/drafts';
import { removeStored, storedItems, storeItem } from '../state/outbox/stored-items';

const error = {
  kind: 'server',
  status: 400,
  code: 'INVALID',
  message: 'The server was restored from a backup. Check the conversation before you send this.',
} as const;

/**
 * Holds back what the member wrote before the server was restored from a backup, since its conversation's id may be another conversation's
 * now. Messages wait for their author's Retry. Acts, replies and begun edits are dropped, since the number by which they name a message may
 * be another message's.
 */
export function holdUnsent(member: number): void {
  for (const item of storedItems(member)) {
    if (item.kind === 'act') removeStored(member, item.client_id);
    else {
      const { reply_to: _, ...withoutReply } = item;
      storeItem(member, { ...withoutReply, state: 'failed', error });
    }
  }
  deleteNumbersIn(member);
}
