import type { ServerPayload } from '@sangam/shared/app/socket';
import { chatLimits } from '@sangam/shared/chat/limits';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { emitVolatile } from '../../../core/realtime/socket';
import { currentUserId } from '../../../core/session/session';
import { onReset } from '../../../core/store/reset';
import { monotonicMs } from '../../../lib/clock';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { followRenamed, idIn, keyWith, memberIn } from '../known-conversations';
import { followTeamEvents } from '../teams';

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

/** Forgets who types in a conversation. */
export const dropTyping = (conversation: ConversationKey): void => {
  const { [conversation]: _, ...others } = useTyping.getState();
  useTyping.setState(others, true);
};

const none: readonly number[] = [];

/** Applies a typing event, by one or several members. It expires, since a closed tab sends no end. */
export function applyTyping({ sender_ids, ...event }: ServerPayload<'typing'>): void {
  // All members of a team get the same event, including those who type.
  for (const sender_id of sender_ids ?? [event.sender_id])
    if (sender_id !== currentUserId()) applyTypingOf({ ...event, sender_id });
}

function applyTypingOf(event: Omit<ServerPayload<'typing'>, 'sender_ids'>): void {
  const { conversation_id, sender_id, typing } = event;
  // Only the conversation's id distinguishes a team's conversation from the direct one with this member.
  const conversation: ConversationKey = conversation_id === undefined ? keyWith(sender_id) : `c${conversation_id}`;
  const timerKey = `${conversation}:${sender_id}`;
  clearTimeout(timers.get(timerKey));
  timers.delete(timerKey);
  if (typing)
    timers.set(
      timerKey,
      setTimeout(() => applyTypingOf({ ...event, typing: false }), chatLimits.typingShownMs),
    );
  const { [conversation]: before = none } = useTyping.getState();
  if (before.includes(sender_id) === typing) return;
  useTyping.setState({ [conversation]: typing ? [...before, sender_id] : before.filter((id) => id !== sender_id) });
}

// A member who has left the team sends nothing more.
followTeamEvents((change) => {
  const { kind, user_id: sender_id } = ('event' in change && change.event) || {};
  if (sender_id !== undefined && (kind === 'left' || kind === 'removed'))
    applyTypingOf({ conversation_id: change.conversation_id, sender_id, typing: false });
});

/** The signal is repeated this often, well before it expires on other devices. */
const REPEAT_MS = 3_000;

/** Returns a function that signals typing to the other participants. Call it with the text on each change. */
export function useTypingSignal(conversation: ConversationKey): (text: string) => void {
  const sentAtMs = useRef<number | null>(null);
  useEffect(
    () => () => {
      if (sentAtMs.current !== null) sendTyping(conversation, false);
    },
    [conversation],
  );
  return (text) => {
    const nowMs = monotonicMs();
    if (text.trim() === '') {
      if (sentAtMs.current !== null) sendTyping(conversation, false);
      sentAtMs.current = null;
    } else if (sentAtMs.current === null || nowMs - sentAtMs.current > REPEAT_MS) {
      sentAtMs.current = nowMs;
      sendTyping(conversation, true);
    }
  };
}

/** Forwarded to the other members' devices and never stored. May be lost without a connection. */
function sendTyping(conversation: ConversationKey, typing: boolean): void {
  const [id, memberId] = [idIn(conversation), memberIn(conversation)];
  if (id !== null) emitVolatile({ conversation_id: id, typing });
  else if (memberId !== null) emitVolatile({ receiver_id: memberId, typing });
}
