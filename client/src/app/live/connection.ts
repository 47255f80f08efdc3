import { request } from '../../core/api/client';
import { retryInFlight } from '../../core/api/exchange';
import { setEventsPaused, useConnection } from '../../core/realtime/connection-status';
import { type LiveContext, type LiveHooks, liveParts } from '../../core/realtime/live';
import { createPolling, lastLocalSend } from '../../core/realtime/polling';
import { refresh, setMemberSource } from '../../core/realtime/refresh';
import {
  connectNow,
  connectSoon,
  hasDied,
  isConnected,
  openSocket,
  reconnectNow,
  type SangamSocket,
} from '../../core/realtime/socket';
import { setRestoredHandler } from '../../core/session/restored';
import { currentUserId } from '../../core/session/session';
import { startOver } from '../../core/session/start-over';
import { askedToWaitMs, forgetAskedToWait } from '../../lib/asked-to-wait';
import { noteAnswer, onAnswer, onNetworkBack } from '../../lib/network';
import { openTabChannel } from '../../lib/tab-channel';
import type { Notice } from '../../notices/state/notice';
import { dispatch, isServerEvent } from './subjects';

export interface RealtimeHooks {
  token: () => string | null;
  announce: (notice: Notice) => void;
}

/** A socket usually reconnects within this time once the network is back. */
const CONNECTS_WITHIN_MS = 1_500;

/** Runs everything live for a signed-in member, until the returned function is called. */
export function startRealtime(me: number, hooks: RealtimeHooks): () => void {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  forgetAskedToWait();
  setRestoredHandler(startOver);
  setMemberSource(() => currentUserId() !== null);
  const running = liveParts().flatMap(({ start }) => start?.(me, signal) ?? []);
  const callHooks = (change: keyof LiveHooks) => {
    for (const hook of running) hook[change]?.();
  };
  const fallback = createPolling({
    refresh: (reason) => {
      callHooks('polled');
      void refresh(reason);
    },
    lastLocalSendMs: lastLocalSend,
    isAnswered: () => isConnected() || useConnection.getState().refreshed,
  });
  const context: LiveContext<Notice> = {
    me,
    announce: hooks.announce,
    eventsMissed(paused) {
      setEventsPaused(paused);
      if (paused) fallback.begin();
      else fallback.end();
      void refresh('connect');
    },
  };
  void refresh('start');

  let connectedBefore = false;
  let wasAway = false;
  const listen = (socket: SangamSocket) => {
    socket.onAny((event: string, payload) => {
      if (isServerEvent(event)) dispatch(event, payload, context);
    });
  };
  const onConnect = () => {
    fallback.end();
    // Repeats reads that were sent over the lost connection, which would delay the refresh.
    if (wasAway) retryInFlight();
    wasAway = false;
    // On the first connection too: events between the first fetch and joining the rooms were missed.
    void refresh(connectedBefore ? 'connect' : 'gap');
    connectedBefore = true;
    callHooks('connected');
  };
  const onAway = () => {
    if (signal.aborted) return;
    wasAway = true;
    fallback.begin();
    callHooks('away');
  };
  const checkSession = async () => {
    // For an ended session the server answers 401, and the unauthorized handler logs out, unless the token was renewed in the meantime.
    await request('GET /api/auth/me');
    return !signal.aborted;
  };
  void openSocket({ token: hooks.token, listen, onConnect, onAway, checkSession }, signal);
  fallback.begin();

  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  const refreshUnlessConnected = () => {
    // A connection's own refresh follows within a few round trips, but some networks let no connection through.
    clearTimeout(refreshTimer);
    refreshTimer = setTimeout(() => {
      if (!isConnected() && askedToWaitMs() === 0) void refresh('connect');
    }, CONNECTS_WITHIN_MS);
  };
  const wake = () => {
    // A connection that seems to have lasted may have missed events.
    if (isConnected() && !hasDied()) return void refresh('connect');
    reconnectNow();
    refreshUnlessConnected();
  };
  onNetworkBack(wake, signal);
  onAnswer(connectSoon, signal);
  // The outbox of all tabs may be in the hands of a hidden one, which tries rarely in a long outage.
  const tabs = openTabChannel(`answered:${me}`, noteAnswer);
  onAnswer(() => tabs.post(null), signal);
  signal.addEventListener('abort', tabs.close);
  const connectIfLost = () => {
    if (document.hidden) return;
    // Browsers announce a sleep of the device by no event.
    if (hasDied()) return wake();
    // In a long outage, and in a hidden tab, the next attempt would come late.
    if (isConnected()) return;
    connectNow();
    refreshUnlessConnected();
  };
  document.addEventListener('visibilitychange', connectIfLost, { signal });
  window.addEventListener(
    'focus',
    () => {
      connectIfLost();
      fallback.focused();
    },
    { signal },
  );
  signal.addEventListener('abort', () => clearTimeout(refreshTimer));
  signal.addEventListener('abort', fallback.stop);
  return () => lifetime.abort();
}
