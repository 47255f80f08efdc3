import { cleanMessage } from '@sangam/shared/chat/message-text';
import type { Message } from '@sangam/shared/chat/messages';
import { isBlank } from '@sangam/shared/core/text';
import { type ApiError, isRefusedWith, isTemporary, type Result, retryAfterMs } from '../../core/api/errors';
import { noteLocalSend } from '../../core/realtime/polling';
import { refresh } from '../../core/realtime/refresh';
import { connectNow, isConnected } from '../../core/realtime/socket';
import { currentUserId } from '../../core/session/session';
import { monotonicMs } from '../../lib/clock';
import type { ConversationKey } from '../../lib/links/chat-link';
import { underLock } from '../../lib/lock';
import { logFailure } from '../../lib/log';
import { isOffline } from '../../lib/network';
import { jitter, pauseAfter, pauseForNetwork, wait } from '../../lib/retry';
import { keyNow } from '../state/known-conversations';
import {
  dropPending,
  enqueue,
  followOutbox,
  isStillQueued,
  openOutbox,
  removePending,
  retryPending,
  setPendingState,
  useOutbox,
} from '../state/outbox/outbox';
import { type ActTarget, cancelFiles, deleteAgain, enqueueAct, type MessageChange } from '../state/outbox/outbox-acts';
import {
  conversationOf,
  type MessageExtras,
  nextToSend,
  type OutboxItem,
  type PendingAct,
} from '../state/outbox/outbox-order';
import { clientIdIn } from '../state/outbox/stored-items';
import { clearUnreadSpan } from '../state/thread/threads';
import { fetchMissing, fetchNewest } from './fetch-missing';
import { followEnd } from './scroll-thread';
import { takeChange, takeMessage } from './take-message';
import { loadActs, transmit } from './transmit';

/** Pauses after an unknown outcome; the last one repeats. */
const retryPausesMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** The number of internal errors after which a message counts as rejected, since retries won't help. */
const INTERNAL_TRIES_MAX = 5;
/** The pause after an unexpected fault, which a retry may meet again. */
const FAULT_PAUSE_MS = 15_000;
/** The pause while a refused session is being ended or renewed. */
const SESSION_PAUSE_MS = 1_000;

let wake = createWake();
let draining = false;

/**
 * Queues a message and starts sending. Returns false when it is empty. A message with only files has the first file's
 * name as its text.
 */
export function sendMessage(conversation: ConversationKey, content: string, extras: MessageExtras = {}): boolean {
  const cleaned = cleanMessage(isBlank(content) ? (extras.attachments?.[0]?.name ?? '') : content);
  const me = currentUserId();
  if (cleaned === null || me === null) return false;
  // On a slow network, members can write before the live part has loaded, which opens the outbox.
  openOutbox(me);
  noteLocalSend();
  enqueue(conversation, cleaned, extras);
  clearUnreadSpan(conversation);
  void followEnd(conversation);
  sendNow();
  return true;
}

/** Queues an act: on screen with the next frame, on the server as soon as it can be reached. */
export function actOn(target: ActTarget, change: MessageChange): void {
  const me = currentUserId();
  if (me === null) return;
  // As in `sendMessage`.
  openOutbox(me);
  enqueueAct(target, change);
  sendNow();
}

/** Sends a rejected message again. */
export function resendMessage(clientId: string): void {
  retryPending(clientId);
  sendNow();
}

/** A member waits for it, so that neither the connection nor the question whether the browser is really offline is left for later. */
function sendNow(): void {
  connectNow();
  if (isOffline() && !isConnected()) void refresh('gap');
  wakeSender();
}

/** Sends pending items now: after a new message, on a reconnect, at the start. Ends a running pause. */
export function wakeSender(): void {
  wake.abort();
  wake = createWake();
  if (!draining) void drain();
}

async function drain(): Promise<void> {
  const owner = currentUserId();
  if (owner === null) return;
  draining = true;
  try {
    // One tab sends at a time, which keeps the order across tabs. Without locks, the server's client_id still keeps
    // each message single.
    await underLock(`outbox:${owner}`, () => sendAll(owner));
  } finally {
    draining = false;
  }
  // An item may have been queued before the lock was released, or by a member who has signed in since.
  const now = useOutbox.getState();
  if (now.owner !== null && now.owner === currentUserId() && nextToSend(now.items, now.acts).length > 0) void drain();
}

/** Runs until nothing is left to send. Items of one conversation are sent in order, conversations in parallel. */
async function sendAll(owner: number): Promise<void> {
  const lanes = new Map<ConversationKey, Promise<unknown>>();
  while (useOutbox.getState().owner === owner) {
    for (const conversation of heads().map(conversationOf)) {
      // A conversation that got its id in the meantime still has its earlier lane.
      if ([...lanes.keys()].some((lane) => keyNow(lane) === conversation)) continue;
      const lane = sendLane(owner, conversation)
        .catch((error: unknown) => pauseAfterFault(conversation, error))
        .finally(() => lanes.delete(conversation));
      lanes.set(conversation, lane);
    }
    if (lanes.size === 0) return;
    await Promise.race([...lanes.values(), wake.called]);
  }
}

/**
 * Waits after an unexpected fault in a lane, which then begins again. Without it, a fault would end the other lanes and leave a message that
 * seems to be on its way until the next one is written.
 */
function pauseAfterFault(conversation: ConversationKey, error: unknown): Promise<unknown> {
  logFailure('Error sending messages', error);
  const item = headOf(conversation);
  if (item) setPendingState(item.client_id, 'waiting');
  return pauseForNetwork(FAULT_PAUSE_MS, 0, wake.signal);
}

async function sendLane(owner: number, conversation: ConversationKey): Promise<void> {
  let failures = 0;
  let failingSinceMs = 0;
  let internal = 0;
  while (useOutbox.getState().owner === owner) {
    const item = headOf(conversation);
    if (item === undefined) return;
    if (!isStillQueued(item.client_id)) {
      // Another tab has sent it; this tab may not have the stored message yet.
      void fetchNewest(conversationOf(item));
      removePending(item.client_id);
      continue;
    }
    setPendingState(item.client_id, 'sending');
    const isNamed = item.kind === 'pending' || item.seq !== null;
    const answer = isNamed ? await transmit(item) : await lookUp(item);
    if (useOutbox.getState().owner !== owner) return;
    // Its author deleted it in the meantime, here or in another tab.
    if (!answer.ok && !isStillQueued(item.client_id)) continue;
    if (answer.ok && !isNamed) continue;
    if (answer.ok) {
      failures = 0;
      internal = 0;
      takeStored(item, answer.value, owner);
      continue;
    }
    const { error } = answer;
    internal += isRefusedWith(error, 'INTERNAL') ? 1 : 0;
    // `signed-out`: the member has signed in again since.
    const isLoggedOut = isRefusedWith(error, 'UNAUTHORIZED') || error.kind === 'signed-out';
    if (!isLoggedOut && (!isTemporary(error) || internal >= INTERNAL_TRIES_MAX)) {
      await giveUp(item, error);
      failures = 0;
      internal = 0;
      continue;
    }
    // In a new session the outbox already has the item as stored, perhaps held back for its author.
    if (error.kind !== 'signed-out') setPendingState(item.client_id, 'waiting');
    // Without a session, items wait for the next sign-in.
    if (isLoggedOut) {
      await wait(SESSION_PAUSE_MS);
      continue;
    }
    failures += 1;
    if (failures === 1) failingSinceMs = monotonicMs();
    if (await pauseAfterFailure(error, failures, monotonicMs() - failingSinceMs)) failures = 0;
  }
}

/** Looks up the message of an act that has no number. */
const lookUp = async (act: PendingAct): Promise<Result<Message | null>> =>
  (await loadActs())?.findMessageOf(act) ?? { ok: false, error: { kind: 'network' } };

const heads = (): OutboxItem[] => {
  const { items, acts } = useOutbox.getState();
  return nextToSend(items, acts);
};

const headOf = (conversation: ConversationKey): OutboxItem | undefined =>
  heads().find((head) => conversationOf(head) === keyNow(conversation));

/** Marks a rejected message, or reverts a rejected act on screen. */
async function giveUp(item: OutboxItem, error: ApiError): Promise<void> {
  if (item.kind === 'pending') {
    setPendingState(item.client_id, 'failed', error);
    return;
  }
  removePending(item.client_id);
  const loaded = await import('./transmit-act').catch(() => null);
  loaded?.showRefusal(item, error);
}

function takeStored(item: OutboxItem, message: Message | null, owner: number): void {
  const missing = message && (item.kind === 'act' ? takeChange : takeMessage)(message, owner);
  if (item.kind === 'act') removePending(item.client_id);
  if (missing === null) return;
  fetchMissing(missing, conversationOf(item));
}

/**
 * Keeps pauses that the server asked for and those after its own errors, whose retries are counted. Any other pause
 * ends when the sender is woken, or the network may be back; then it returns true.
 */
function pauseAfterFailure(error: ApiError, failures: number, failingMs: number): Promise<unknown> {
  if (error.kind === 'server' && error.retryAfterS !== undefined)
    return wait(Math.max(250, jitter(retryAfterMs(error))));
  const pauseMs = pauseAfter(failures, retryPausesMs);
  const isCounted = error.kind === 'server' && error.code !== 'BUSY';
  // Nothing ends this one, so it isn't longer without a network: the next attempt then finds none, and isn't counted.
  return isCounted ? wait(pauseMs) : pauseForNetwork(pauseMs, failingMs, wake.signal);
}

/** Creates a signal to wake the sender: `abort` aborts `signal` and resolves `called`. */
function createWake() {
  const controller = new AbortController();
  const { signal } = controller;
  const called = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  return { signal, called, abort: () => controller.abort() };
}

/** A message that another tab has sent stays on screen this long if fetching the stored one fails. */
const HANDED_OVER_MS = 5_000;

/** Follows messages that the member's other tabs write and send, until `signal` aborts. */
export function followOtherTabs(signal: AbortSignal): void {
  const onStorage = (event: StorageEvent) => {
    const { owner } = useOutbox.getState();
    // Ignores other keys: a draft, stored on each keystroke, must not end the sender's pauses.
    const clientId = owner === null || event.key === null ? null : clientIdIn(owner, event.key);
    if (event.key === null || clientId === null) return;
    const taken = followOutbox(event.key, event.newValue);
    if (event.newValue !== null) deleteAgain(clientId);
    if (taken === null) {
      wakeSender();
      return;
    }
    // This tab was still uploading its files and hadn't sent it, so another tab deleted it.
    if (taken.kind === 'pending' && taken.attachments && !taken.tried) void cancelFiles(taken.attachments);
    // Otherwise another tab sent it: fetch the stored message before the pending one leaves the screen.
    const leave = setTimeout(() => dropPending(taken.client_id), HANDED_OVER_MS);
    void fetchNewest(conversationOf(taken)).then(({ ok }) => {
      if (!ok) return;
      clearTimeout(leave);
      dropPending(taken.client_id);
    });
  };
  window.addEventListener('storage', onStorage, { signal });
}
