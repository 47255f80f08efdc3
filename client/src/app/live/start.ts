import { dropPending, followOutbox, openOutbox } from '../../chat/state/outbox/outbox';
import { syncThread } from '../../chat/state/thread/threads.sync';
import { createFiller } from '../../chat/sync/fill';
import { lastLocalSend, setSenderHooks, wakeSender } from '../../chat/sync/outbox-sender';
import { flushReads } from '../../chat/sync/read';
import { request, retryInFlight } from '../../core/api/client';
import { setPushesPaused } from '../../core/realtime/connection';
import { createFallback } from '../../core/realtime/fallback';
import { openSocket, type SangamSocket } from '../../core/realtime/socket';
import { forgetAskedToWait } from '../../lib/asked-to-wait';
import { followActivity } from '../../people/sync/activity';
import { followWatches } from '../../people/sync/watch';
import { isOwnDecision } from '../../requests/sync/check-decision';
import { type DispatchContext, dispatch, isServerEvent } from './dispatch';
import { refresh, refreshInbox, refreshLists } from './refresh';

export interface RealtimeHooks {
  token: () => string | null;
  announce: DispatchContext['announce'];
}

/** How long a message that another tab took over stays on screen when fetching it fails. */
const HANDED_OVER_MS = 5_000;

/** Everything that runs while a member is signed in; ends with the returned function. */
export function startRealtime(me: number, hooks: RealtimeHooks): () => void {
  const live = new AbortController();
  const { signal } = live;
  const filler = createFiller(syncThread);
  const fallback = createFallback({
    refresh: (reason) => {
      flushReads();
      void refresh(reason);
    },
    lastLocalSendMs: lastLocalSend,
  });
  const pushesMissed = (paused: boolean) => {
    setPushesPaused(paused);
    if (paused) fallback.begin();
    else fallback.end();
    void refresh('connect');
  };
  const context: DispatchContext = {
    me,
    fillThread: filler.fill,
    refreshLists: () => void refreshLists(),
    refreshInbox: () => void refreshInbox(),
    refreshSaved: () => void refresh('gap'),
    announce: hooks.announce,
    pushesMissed,
    checkDecision: (decision) =>
      void isOwnDecision(decision).then((own) => own && hooks.announce({ kind: 'decision', decision })),
  };
  setSenderHooks({ unknownConversation: () => void refreshLists(), missing: filler.fill });
  forgetAskedToWait();
  openOutbox(me);
  wakeSender();
  void refresh('start');

  const activity = followActivity();
  let connectedBefore = false;
  let wasAway = false;
  const listen = (socket: SangamSocket) => {
    socket.onAny((event: string, payload) => {
      if (isServerEvent(event)) dispatch(event, payload, context);
    });
  };
  const onConnect = () => {
    fallback.end();
    // A read that was sent over the lost connection would hold up the refresh.
    if (wasAway) retryInFlight();
    wasAway = false;
    // The first connection too: what happened between the first fetch and joining the rooms was pushed to nobody.
    void refresh(connectedBefore ? 'connect' : 'gap');
    connectedBefore = true;
    activity.reportNow();
    flushReads();
    wakeSender();
  };
  const onAway = () => {
    if (signal.aborted) return;
    wasAway = true;
    fallback.begin();
    activity.reportNow();
  };
  const checkSession = async () => {
    // A session that has ended answers 401, which the unauthorized handler turns into a sign-out.
    const answer = await request('GET /api/auth/me');
    return answer.ok || answer.error.kind === 'network' || answer.error.status !== 401;
  };
  void openSocket({ token: hooks.token, listen, onConnect, onAway, checkSession }, signal);
  fallback.begin();

  const onFocus = () => fallback.focused();
  // The socket itself reconnects some seconds later.
  const onOnline = () => void refresh('connect');
  const onStorage = (event: StorageEvent) => {
    if (event.key === null) return;
    const taken = followOutbox(event.key, event.newValue);
    if (taken) {
      // Sent by another tab: fetch the stored message before the waiting one leaves.
      const leave = setTimeout(() => dropPending(taken.client_id), HANDED_OVER_MS);
      void syncThread(taken.receiver_id).then((answer) => {
        if (!answer.ok) return;
        clearTimeout(leave);
        dropPending(taken.client_id);
      });
    } else wakeSender();
  };
  window.addEventListener('focus', onFocus, { signal });
  window.addEventListener('online', onOnline, { signal });
  window.addEventListener('storage', onStorage, { signal });
  const stops = [followWatches(() => void refresh('gap')), activity.stop, filler.stop, fallback.stop];
  return () => {
    live.abort();
    for (const stop of stops) stop();
  };
}
