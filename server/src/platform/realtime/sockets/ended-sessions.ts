import type { Logger } from 'pino';
import type { Clock } from '../../lib/clock.js';
import { isOver } from '../../lib/deadline.js';
import type { SessionChecks } from '../../lib/member.js';
import { repeat } from '../../lib/timers.js';
import type { Io, MemberSocket } from '../transport/io.js';
import type { SocketRegistry } from './registry.js';

export interface SocketSessions {
  /** Closes the sockets of these sessions on every server. */
  end(sessionIds: string[]): void;
  rename(userId: number, name: string): void;
  stop(): void;
}

/** Closes sockets whose session has ended or expired: at the event for the session's end or, should that be lost, at the next check. */
export function watchSessions(deps: {
  io: Io;
  sockets: SocketRegistry;
  sessions: SessionChecks;
  clock: Clock;
  log: Logger;
  /** Whether there are other servers to notify. */
  clustered: boolean;
  recheckMs: number;
}): SocketSessions {
  const { io, sockets, sessions, clock, log, clustered, recheckMs } = deps;

  /** Events that wait for their turn on the socket are refused. */
  const end = (socket: MemberSocket) => {
    socket.data.hasEnded = true;
    socket.disconnect(true);
  };
  const endLocally = (ended: (sessionId: string) => boolean) => {
    for (const socket of [...sockets.all()]) if (ended(socket.data.member.sessionId)) end(socket);
  };
  io.on('sessions:ended', (sessionIds) => endLocally((id) => sessionIds.includes(id)));

  const recheck = async () => {
    const nowMs = clock.nowMs();
    for (const socket of [...sockets.all()]) if (isOver(socket.data.member.expiresAtMs, nowMs)) end(socket);
    const open = [...sockets.all()];
    const live = await sessions.stillLive([...new Set(open.map((socket) => socket.data.member.sessionId))]);
    for (const socket of open) {
      const name = live.get(socket.data.member.sessionId);
      if (name === undefined) end(socket);
      else socket.data.member.name = name;
    }
  };
  const stop = repeat(recheck, {
    intervalMs: recheckMs,
    onError: (error) => log.warn({ err: error }, 're-check of sessions failed; trying again'),
  });

  return {
    end(sessionIds) {
      endLocally((id) => sessionIds.includes(id));
      if (clustered) io.serverSideEmit('sessions:ended', sessionIds);
    },
    rename(userId, name) {
      for (const socket of sockets.of(userId)) socket.data.member.name = name;
    },
    stop: () => void stop(),
  };
}
