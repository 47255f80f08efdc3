import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import { jsonText } from '../../lib/wire-text.js';
import type { Io, MemberSocket } from '../transport/io.js';
import { eventPacket, writePacket } from '../transport/packets.js';
import type { SocketRegistry } from './registry.js';

/** Makes a client refresh at a random moment within this time, and poll while other servers' broadcasts don't arrive. */
export function notifyOfMissed(socket: MemberSocket, withinMs: number, arePaused: () => boolean): void {
  setTimeout(() => {
    // With the state at that moment: an outage may have begun or ended in the meantime.
    if (socket.connected) writePacket(socket, eventPacket('pushes:missed', jsonText({ paused: arePaused() })));
  }, Math.random() * withinMs).unref();
}

/**
 * Runs one round at a time, each as long as `roundMs`. The returned function requests a round, which follows a running one. It returns
 * false if a following round was requested already.
 */
export function createRounds(startRound: () => void, roundMs: number): () => boolean {
  /** The round that is running, and whether another has to follow it. */
  let round: { hasFollowUp: boolean } | null = null;
  const run = () => {
    round = { hasFollowUp: false };
    startRound();
    setTimeout(() => {
      const hasFollowUp = round?.hasFollowUp;
      round = null;
      if (hasFollowUp) run();
    }, roundMs).unref();
  };
  return () => {
    if (round?.hasFollowUp) return false;
    if (round === null) run();
    else round.hasFollowUp = true;
    return true;
  };
}

/**
 * Makes the clients of all servers refresh after a commit whose events were lost: while connected they would not poll. One round at
 * a time, since an outage of the database loses many events at once.
 */
export function watchLostEvents(deps: {
  io: Io;
  bus: Bus<DomainEvents>;
  sockets: SocketRegistry;
  clustered: boolean;
  arePaused: () => boolean;
  /** How long a round takes. */
  spreadMs: number;
}): void {
  const { io, bus, sockets, clustered, arePaused, spreadMs } = deps;
  const notifyOthers = () => clustered && io.serverSideEmit('events:lost');
  /** The other servers are notified of lost events when this server's next round starts, since theirs may have started before the loss. */
  let isUnannounced = false;
  const lost = createRounds(() => {
    if (isUnannounced) notifyOthers();
    isUnannounced = false;
    for (const socket of sockets.all()) notifyOfMissed(socket, spreadMs, arePaused);
  }, spreadMs);
  bus.on('events:lost', () => {
    if (lost()) notifyOthers();
    else isUnannounced = true;
  });
  io.on('events:lost', () => void lost());
}
