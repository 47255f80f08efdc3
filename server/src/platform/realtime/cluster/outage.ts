import type { RedisClientType } from '@redis/client';
import type { Timings } from '../../timings.js';
import { createRounds, notifyOfMissed } from '../sockets/missed-events.js';
import type { SocketRegistry } from '../sockets/registry.js';
import type { Io, MemberSocket } from '../transport/io.js';

/** Notifies clients that may have missed other servers' broadcasts, and while these don't arrive. */
export interface Outages {
  /** For a new socket: true while other servers' broadcasts do not arrive. */
  arePaused(): boolean;
  /** Makes a client refresh, soon, at a random moment, and poll while broadcasts are paused. */
  notify(socket: MemberSocket): void;
  /** This server's members may have missed something. */
  missed(): void;
  /** Another server has died: its last commits may not have been broadcast. */
  serverDied(): void;
  /** Sets whether all other servers send broadcasts for members here. */
  setJoined(joined: boolean): void;
}

/**
 * Returns the pause before each report: none at first, and a longer one each time it follows another within `maxMs`. So a connection
 * that breaks over and over makes members refresh no more often than they would poll.
 */
function createPauses(leastMs: number, maxMs: number): () => number {
  let pauseMs = 0;
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = performance.now();
    pauseMs = nowMs - reportedAtMs < maxMs ? Math.min(Math.max(2 * pauseMs, leastMs), maxMs) : 0;
    reportedAtMs = nowMs + pauseMs;
    return pauseMs;
  };
}

/**
 * Without Redis, other servers' broadcasts do not arrive: clients are notified, and poll. They are notified again once Redis is
 * back and all servers know who is here, and when another server's broadcasts were late or lost. At random moments, so that they
 * do not all refresh together.
 */
export function watchOutages(deps: {
  io: Io;
  /** The connections without which broadcasts are lost. */
  clients: readonly RedisClientType[];
  sockets: SocketRegistry;
  timings: Timings['cluster'];
}): Outages {
  const { io, clients, sockets, timings } = deps;
  let joined = false;
  let paused = true;
  /** Set while a notification of all clients is pending. */
  let missing: NodeJS.Timeout | undefined;
  /** Set while the end of a pause is pending. */
  let resuming: NodeJS.Timeout | undefined;
  const { missedTogetherMs, reportLateEveryMs, deathSpreadMs } = timings;
  const pauseBeforeMissed = createPauses(missedTogetherMs, reportLateEveryMs);
  const pauseBeforeResume = createPauses(missedTogetherMs, reportLateEveryMs);

  const arePaused = () => paused;
  const notify = (socket: MemberSocket, withinMs = timings.refreshSpreadMs) =>
    notifyOfMissed(socket, withinMs, arePaused);
  const notifyAll = (withinMs?: number) => {
    for (const socket of sockets.all()) notify(socket, withinMs);
  };
  const setPaused = (now: boolean) => {
    paused = now;
    // Also covers what was missed before.
    clearTimeout(missing);
    missing = undefined;
    notifyAll();
  };
  const resume = () => {
    resuming = undefined;
    setPaused(false);
  };
  const checkClients = () => {
    const isBroken = !joined || clients.some((client) => !client.isReady);
    if (isBroken) {
      clearTimeout(resuming);
      resuming = undefined;
      if (!paused) setPaused(true);
    } else if (paused && !resuming) {
      const pauseMs = pauseBeforeResume();
      if (pauseMs > 0) resuming = setTimeout(resume, pauseMs).unref();
      else resume();
    }
  };

  for (const client of clients)
    for (const event of ['error', 'reconnecting', 'end', 'ready']) client.on(event, checkClients);
  const missed = () => {
    // The end of the pause notifies them.
    if (paused) return;
    // Several servers may report the same outage.
    missing ??= setTimeout(() => {
      missing = undefined;
      notifyAll();
    }, missedTogetherMs + pauseBeforeMissed()).unref();
  };
  const died = createRounds(() => notifyAll(deathSpreadMs), deathSpreadMs);
  io.on('pushes:late', missed);
  return {
    arePaused,
    notify,
    missed,
    serverDied: () => void died(),
    setJoined(now) {
      joined = now;
      checkClients();
    },
  };
}
