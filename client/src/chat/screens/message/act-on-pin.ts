import type { ConversationKey } from '../../../lib/links/chat-link';
import { placeIn } from '../../state/outbox/outbox-order';
import { actOn } from '../../sync/outbox-sender';

/** Pins or unpins a message for all members. */
export const actOnPin = (verb: 'pin' | 'unpin', conversation: ConversationKey, seq: number): void =>
  actOn({ ...placeIn(conversation), seq, message: null }, { verb, text: '' });
