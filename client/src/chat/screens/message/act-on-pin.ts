import type { Message } from '@sangam/shared/chat/messages';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { placeIn } from '../../state/outbox/outbox-order';
import { actOn } from '../../sync/outbox-sender';

/** Pins or unpins a message for all members. */
export const actOnPin = (
  verb: 'pin' | 'unpin',
  conversation: ConversationKey,
  { seq, created_at: written_at }: Pick<Message, 'seq'> & Partial<Pick<Message, 'created_at'>>,
): void =>
  actOn({ ...placeIn(conversation), seq, message: null, ...(written_at && { written_at }) }, { verb, text: '' });
