import type { RedisClientType } from 'redis';
import { jsonText } from '../../lib/wire-text.js';
import type { Timings } from '../../timings.js';
import type { SocketRegistry } from '../sockets/registry.js';
import type { Io, MemberSocket } from '../transport/io.js';
import { eventPacket, writePacket } from '../transport/packets.js';

/** Tells clients that they may have missed pushes of other servers, and whether they go on missing them. */
export interface Outages {
  /** For a new socket: true while other servers' pushes do not arrive. */
  arePaused(): boolean;
  /** Has a client refresh, soon, at a random moment, and poll while pushes are paused. */
  tell(socket: MemberSocket): void;
  /** This server's members may have missed something. */
  missed(): void;
  /** Another server has died: what it had committed last, nobody may have been told. */
  serverDied(): void;
  /** Whether all other servers push what is for members here. */
  setJoined(joined: boolean): void;
}

/**
 * Without Redis, pushes of other servers do not arrive: clients are told, and poll. They are told again once Redis is back
 * and all servers know who is here, and when pushes of another server were late or lost. Not all at once, so that they do
 * not all refresh together.
 */
export function watchOutages(deps: {
  io: Io;
  /** The connections without which a push is lost. */
  clients: readonly RedisClientType[];
  sockets: SocketRegistry;
  timings: Timings['cluster'];
}): Outages {
  const { io, clients, sockets, timings } = deps;
  let joined = false;
  let paused = true;
  /** Set while they are to be told soon. */
  let missing: NodeJS.Timeout | undefined;

  const tell = (socket: MemberSocket, withinMs = timings.refreshSpreadMs) => {
    setTimeout(() => {
      // As things are then: an outage may have begun or ended meanwhile.
      if (socket.connected) writePacket(socket, eventPacket('pushes:missed', jsonText({ paused })));
    }, Math.random() * withinMs).unref();
  };
  const tellAll = (withinMs?: number) => {
    for (const socket of sockets.all()) tell(socket, withinMs);
  };
  const look = () => {
    const now = !joined || clients.some((client) => !client.isReady);
    if (now === paused) return;
    paused = now;
    // This tells them of what was missed before, too.
    clearTimeout(missing);
    missing = undefined;
    tellAll();
  };

  for (const client of clients) for (const event of ['error', 'reconnecting', 'end', 'ready']) client.on(event, look);
  const missed = () => {
    // They are told when the pause ends.
    if (paused) return;
    // Several servers may say so together.
    missing ??= setTimeout(() => {
      missing = undefined;
      tellAll();
    }, timings.missedTogetherMs).unref();
  };
  io.on('pushes:late', missed);
  return {
    arePaused: () => paused,
    tell,
    missed,
    serverDied: () => tellAll(timings.deathSpreadMs),
    setJoined(now) {
      joined = now;
      look();
    },
  };
}
