import type { Logger } from 'pino';
import type { Clock } from '../../lib/clock.js';
import type { Sessions } from '../auth/sessions.js';
import type { Devices, Io } from './devices.js';

const RECHECK_MS = 15_000;

export interface SessionsWatch {
  /** Ends the sockets of these sessions, on every server. */
  end(sessionIds: string[]): void;
  rename(userId: number, name: string): void;
  stop(): void;
}

/**
 * A socket lives no longer than its session: it ends with the event of the session's end, or, should that be lost, at
 * the next re-check; and when its token expires.
 */
export function watchSessions(deps: {
  io: Io;
  devices: Devices;
  sessions: Sessions;
  clock: Clock;
  log: Logger;
  /** Whether there are other servers to tell. */
  clustered: boolean;
}): SessionsWatch {
  const { io, devices, sessions, clock, log, clustered } = deps;

  const endHere = (ended: (sessionId: string) => boolean) => {
    for (const device of [...devices.all()]) if (ended(device.data.member.sessionId)) device.disconnect(true);
  };
  io.on('sessions:ended', (sessionIds) => endHere((id) => sessionIds.includes(id)));

  const recheck = async () => {
    const nowMs = clock.nowMs();
    for (const device of [...devices.all()]) if (device.data.member.expiresAtMs <= nowMs) device.disconnect(true);
    const known = [...devices.all()];
    const live = await sessions.stillLive([...new Set(known.map((device) => device.data.member.sessionId))]);
    for (const device of known) {
      const name = live.get(device.data.member.sessionId);
      if (name === undefined) device.disconnect(true);
      else device.data.member.name = name;
    }
  };
  const timer = setInterval(() => {
    recheck().catch((error) => log.warn({ err: error }, 'sessions could not be re-checked; trying again'));
  }, RECHECK_MS).unref();

  return {
    end(sessionIds) {
      endHere((id) => sessionIds.includes(id));
      if (clustered) io.serverSideEmit('sessions:ended', sessionIds);
    },
    rename(userId, name) {
      for (const device of devices.of(userId)) device.data.member.name = name;
    },
    stop: () => clearInterval(timer),
  };
}
