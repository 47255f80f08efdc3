import { onReset } from '../../../core/store/reset';
import { type Moment, nextMoment } from '../../../core/store/table';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { followChangedMessages } from '../changed-messages';

/** When each message last changed, since this code has loaded. */
const changedAt = new Map<string, Moment>();
onReset(() => changedAt.clear());
const nameOf = (conversation: ConversationKey, seq: number): string => `${conversation} ${seq}`;
followChangedMessages(({ seq }, conversation) => void changedAt.set(nameOf(conversation, seq), nextMoment()));

/** Whether a message has changed since a call began, whose answer may have its former text. Ask in the step that stores the answer. */
export const hasChangedSince = (startedAt: Moment, conversation: ConversationKey, seq: number): boolean =>
  (changedAt.get(nameOf(conversation, seq)) ?? 0) > startedAt;
