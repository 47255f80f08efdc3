import { request, retryInFlight } from '../../core/api/client';
import { setPushesPaused } from '../../core/realtime/connection';
import { type LiveContext, type LiveHooks, liveParts } from '../../core/realtime/live';
import { createFallback, lastLocalSend } from '../../core/realtime/polling';
import { refresh } from '../../core/realtime/refresh';
import { openSocket, type SangamSocket } from '../../core/realtime/socket';
import { forgetAskedToWait } from '../../lib/asked-to-wait';
import type { News } from '../../notices/state/news';
import { dispatch, isServerEvent } from './subjects';

export interface RealtimeHooks {
  token: () => string | null;
  announce: (news: News) => void;
}

/** Everything that runs while a member is signed in; ends with the returned function. */
export function startRealtime(me: number, hooks: RealtimeHooks): () => void {
  const live = new AbortController();
  const { signal } = live;
  forgetAskedToWait();
  const running = liveParts().flatMap(({ start }) => start?.(me, signal) ?? []);
  const tell = (change: keyof LiveHooks) => {
    for (const hook of running) hook[change]?.();
  };
  const fallback = createFallback({
    refresh: (reason) => {
      tell('polled');
      void refresh(reason);
    },
    lastLocalSendMs: lastLocalSend,
  });
  const context: LiveContext<News> = {
    me,
    announce: hooks.announce,
    pushesMissed(paused) {
      setPushesPaused(paused);
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
    // A read that was sent over the lost connection would hold up the refresh.
    if (wasAway) retryInFlight();
    wasAway = false;
    // The first connection too: an event between the first fetch and joining the rooms went to nobody.
    void refresh(connectedBefore ? 'connect' : 'gap');
    connectedBefore = true;
    tell('connected');
  };
  const onAway = () => {
    if (signal.aborted) return;
    wasAway = true;
    fallback.begin();
    tell('away');
  };
  const checkSession = async () => {
    // A session that has ended answers 401, which the unauthorized handler turns into a sign-out.
    const answer = await request('GET /api/auth/me');
    return answer.ok || answer.error.kind === 'network' || answer.error.status !== 401;
  };
  void openSocket({ token: hooks.token, listen, onConnect, onAway, checkSession }, signal);
  fallback.begin();

  window.addEventListener('focus', () => fallback.focused(), { signal });
  // The socket itself reconnects some seconds later.
  window.addEventListener('online', () => void refresh('connect'), { signal });
  signal.addEventListener('abort', fallback.stop);
  return () => live.abort();
}
