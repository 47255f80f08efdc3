import type { ServerPayload } from '@sangam/shared/app/socket';
import { chatLimits } from '@sangam/shared/chat/limits';
import { create } from 'zustand';
import { onReset } from '../../../core/store/reset';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { followRenamed, keyOf, noteConversation } from '../known-conversations';

/** The members who are typing now, by conversation. */
export const useTyping = create<Readonly<Record<ConversationKey, readonly number[]>>>(() => ({}));

const timers = new Map<string, ReturnType<typeof setTimeout>>();
onReset(() => {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  useTyping.setState({}, true);
});
followRenamed((from, to) => {
  const { [from]: typists, ...others } = useTyping.getState();
  if (typists) useTyping.setState({ ...others, [to]: typists }, true);
});

const none: readonly number[] = [];

/** Whether somebody types in a conversation. */
export const useIsTyping = (conversation: ConversationKey): boolean =>
  useTyping((all) => (all[conversation] ?? none).length > 0);

/** Applies a typing event. It expires, since a closed tab sends nothing. */
export function applyTyping(event: ServerPayload<'typing'>): void {
  const { conversation_id, sender_id, typing } = event;
  noteConversation(conversation_id, sender_id);
  const conversation = keyOf({ conversation_id, memberId: sender_id });
  const name = `${conversation}:${sender_id}`;
  clearTimeout(timers.get(name));
  timers.delete(name);
  if (typing)
    timers.set(
      name,
      setTimeout(() => applyTyping({ ...event, typing: false }), chatLimits.typingShownMs),
    );
  const { [conversation]: before = none } = useTyping.getState();
  if (before.includes(sender_id) === typing) return;
  useTyping.setState({ [conversation]: typing ? [...before, sender_id] : before.filter((id) => id !== sender_id) });
}
