import { chatLimits } from '@sangam/shared/chat/limits';
import { isMessageRequest } from '../../contact/state/message-requests';
import { isRefusedWith, isTemporary, mapResult, retryAfterMs } from '../../core/api/errors';
import { emit, isConnected } from '../../core/realtime/socket';
import { currentUserId } from '../../core/session/session';
import { onReset } from '../../core/store/reset';
import type { ConversationKey } from '../../lib/links/chat-link';
import { logFailure } from '../../lib/log';
import { jitter, pauseAfter } from '../../lib/retry';
import { loadConversations } from '../state/conversations';
import { idIn, keyNow, memberIn } from '../state/known-conversations';
import { isMarkedUpTo, markSeen, threadOf } from '../state/thread/threads';
import { putRead } from '../state/unread-messages';
import { takeUnread } from './take-message';

/** Messages seen within this time are marked read with one call. */
const GATHER_MS = 120;
/** The pauses after failures if the server names none; the last one repeats. */
const retryPausesMs = [2_000, 4_000, 8_000, 15_000];

interface Mark {
  /** The highest number that the member has seen. */
  seen: number;
  /** How many marks were made. */
  made: number;
  /** How many of them the server has acknowledged. Message numbers can't tell, since another device may mark messages as unread again. */
  acknowledged: number;
  /** How many calls have failed since the last success. */
  failures: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}
const isUnsent = ({ made, acknowledged }: Mark): boolean => made > acknowledged;
const marks = new Map<ConversationKey, Mark>();
let refreshTimer: ReturnType<typeof setTimeout> | undefined;

onReset(() => {
  for (const mark of marks.values()) clearTimeout(mark.timer);
  marks.clear();
  clearTimeout(refreshTimer);
});

/** Marks a conversation read up to `seq`, the highest number that was on screen. */
export function markReadUpTo(key: ConversationKey, seq: number): void {
  const conversation = keyNow(key);
  const me = currentUserId();
  // Reading a pending message request doesn't mark it read.
  const thread = threadOf(conversation);
  if (me === null || isMessageRequest(memberIn(conversation) ?? 0) || thread?.unreadHeld) return;
  const mark = marks.get(conversation) ?? { seen: 0, made: 0, acknowledged: 0, failures: 0, timer: undefined };
  marks.set(conversation, mark);
  const isMarked = thread !== undefined && isMarkedUpTo(thread, seq);
  if (seq <= mark.seen && !isMarked) return;
  mark.seen = Math.max(mark.seen, seq);
  mark.made += 1;
  markSeen(conversation, seq, me);
  if (mark.timer !== undefined) return;
  // The first mark is sent at once, so that no badge flashes for a message on screen; later ones are sent together.
  sendLater(conversation, mark, GATHER_MS);
  void send(conversation, mark);
}

/** Drops a conversation's unsent marks. */
export function dropReadMark(conversation: ConversationKey): void {
  clearTimeout(marks.get(conversation)?.timer);
  marks.delete(conversation);
}

/** Sends the conversation's marks after `pauseMs`; further marks wait until then. */
function sendLater(conversation: ConversationKey, mark: Mark, pauseMs: number): void {
  clearTimeout(mark.timer);
  mark.timer = setTimeout(() => {
    mark.timer = undefined;
    if (isUnsent(mark)) void send(conversation, mark);
  }, pauseMs);
}

/** Sends the marks that the server doesn't have: on a reconnect, and with each poll while offline. */
export function flushReads(): void {
  // A mark with a running timer, such as a pause the server asked for, sends itself.
  for (const [conversation, mark] of marks)
    if (isUnsent(mark) && mark.timer === undefined) void send(conversation, mark);
}

async function send(conversation: ConversationKey, mark: Mark): Promise<void> {
  const { seen: upTo, made } = mark;
  const answer = isConnected()
    ? await emit('message:read', { ...namingOf(conversation), up_to: upTo })
    : await markByRest(conversation, upTo);
  if (marks.get(conversation) !== mark) return;
  if (answer.ok) {
    mark.failures = 0;
    mark.acknowledged = Math.max(mark.acknowledged, made);
    takeUnread(answer.value);
    // Conversations refresh 1 second after one was marked read (R6.4).
    clearTimeout(refreshTimer);
    refreshTimer = setTimeout(() => void loadConversations(), chatLimits.afterReadRefreshDelayMs);
    return;
  }
  const { error } = answer;
  // The next connection or poll sends it again.
  if (error.kind === 'network' && !isConnected()) return;
  if (isTemporary(error)) {
    mark.failures += 1;
    sendLater(conversation, mark, jitter(retryAfterMs(error) || pauseAfter(mark.failures, retryPausesMs)));
    return;
  }
  // The member was removed from the team while the mark was in flight, which isn't a failure.
  if (isRefusedWith(error, 'NOT_FOUND')) dropReadMark(conversation);
  else logFailure('Error marking messages as read', error);
}

/** Names a conversation to the server. */
function namingOf(conversation: ConversationKey): { conversation_id: number } | { user_id: number } {
  const id = idIn(conversation);
  return id === null ? { user_id: memberIn(conversation) ?? 0 } : { conversation_id: id };
}

const markByRest = async (conversation: ConversationKey, upTo: number) =>
  mapResult(await putRead(conversation, upTo), ({ data }) => data);
