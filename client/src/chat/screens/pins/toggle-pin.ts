import { actOn } from '../../sync/act-on';

/** Pins a message of the conversation with a member, or takes it from the top again; for both. */
export const togglePin = (otherId: number, seq: number, isPinned: boolean): void =>
  actOn({ receiver_id: otherId, seq, message: null }, { verb: isPinned ? 'unpin' : 'pin', text: '' });
