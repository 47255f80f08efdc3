import { chatLimits } from '@sangam/shared/chat/limits';
import { isMessageRequest } from '../../contact/state/message-requests';
import { request } from '../../core/api/client';
import { isTemporary, retryAfterMs } from '../../core/api/errors';
import { emit, isConnected } from '../../core/realtime/socket';
import { currentUserId } from '../../core/session/session';
import { onReset } from '../../core/store/reset';
import { logFailure } from '../../lib/log';
import { spread } from '../../lib/retry';
import { loadConversations } from '../state/conversations';
import { isMarkedUpTo, markSeen, threadOf } from '../state/thread/threads';
import { takeUnread } from './apply-message';

/** Messages seen within this time are marked read with one call. */
const GATHER_MS = 120;
/** The pause after a failure that names none. */
const RETRY_MS = 2_000;

interface Mark {
  /** How far the member has seen. */
  seen: number;
  /** How far the server knows. */
  sent: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}
const marks = new Map<number, Mark>();
let refreshTimer: ReturnType<typeof setTimeout> | undefined;

onReset(() => {
  for (const mark of marks.values()) clearTimeout(mark.timer);
  marks.clear();
  clearTimeout(refreshTimer);
});

/** Marks a conversation read up to `seq`, the highest number that was on screen. */
export function markReadUpTo(otherId: number, seq: number): void {
  const me = currentUserId();
  // Reading a pending message request doesn't mark it read.
  const thread = threadOf(otherId);
  if (me === null || isMessageRequest(otherId) || thread?.unreadHeld) return;
  const mark = marks.get(otherId) ?? { seen: 0, sent: 0, timer: undefined };
  marks.set(otherId, mark);
  const isMarked = thread !== undefined && isMarkedUpTo(thread, seq);
  if (seq <= mark.seen && !isMarked) return;
  mark.seen = Math.max(mark.seen, seq);
  // Sends it once more.
  if (isMarked) mark.sent = Math.min(mark.sent, seq - 1);
  markSeen(otherId, seq, me);
  if (mark.timer !== undefined) return;
  // The first is sent at once, so that no badge flashes for a message on screen; the next ones together.
  sendLater(otherId, mark, GATHER_MS);
  void send(otherId, mark);
}

/** Starts the conversation's timer; marks wait while it runs. */
function sendLater(otherId: number, mark: Mark, pauseMs: number): void {
  clearTimeout(mark.timer);
  mark.timer = setTimeout(() => {
    mark.timer = undefined;
    if (mark.seen > mark.sent) void send(otherId, mark);
  }, pauseMs);
}

/** Sends the marks that the server doesn't have: on a reconnect, and with each poll while offline. */
export function flushReads(): void {
  // A mark with a running timer, such as a pause the server asked for, sends itself.
  for (const [otherId, mark] of marks) if (mark.seen > mark.sent && mark.timer === undefined) void send(otherId, mark);
}

async function send(otherId: number, mark: Mark): Promise<void> {
  const upTo = mark.seen;
  const answer = isConnected()
    ? await emit('message:read', { user_id: otherId, up_to: upTo })
    : await markByRest(otherId, upTo);
  if (marks.get(otherId) !== mark) return;
  if (answer.ok) {
    mark.sent = Math.max(mark.sent, upTo);
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
    sendLater(otherId, mark, spread(retryAfterMs(error)) || RETRY_MS);
    return;
  }
  logFailure('Error marking messages as read', error);
}

async function markByRest(userId: number, upTo?: number) {
  const answer = await request('PUT /api/messages/mark-read/:userId', {
    params: { userId },
    ...(upTo === undefined ? {} : { body: { up_to: upTo } }),
  });
  return answer.ok ? { ok: true as const, value: answer.value.data } : answer;
}
