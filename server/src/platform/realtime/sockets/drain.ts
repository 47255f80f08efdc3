import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { appError } from '../../lib/result.js';
import type { Timings } from '../../timings.js';
import { connectionNamed, refuseRequest } from '../transport/handshake.js';
import type { Io, MemberSocket } from '../transport/io.js';
import { webSocketOf } from '../transport/library-internals.js';
import type { SocketRegistry } from './registry.js';

type DrainTimings = Pick<Timings['sockets'], 'drainStepMs' | 'drainAnsweredWithinMs'>;

/** Answers new connections with 503 from now on, so that a balancer tries another server. Open ones stay. */
export function refuseNewConnections(io: Io): void {
  io.engine.use((request: IncomingMessage, response: unknown, next: () => void) => {
    if (connectionNamed(request) === null) refuseRequest(request, response, appError('BUSY'), { Connection: 'close' });
    else next();
  });
}

/**
 * Closes all sockets evenly over `overMs`, in a way that makes clients reconnect, so that they do not all reach the other
 * servers at once.
 */
export async function closeSpread(sockets: SocketRegistry, overMs: number, timings: DrainTimings): Promise<void> {
  const { drainStepMs, drainAnsweredWithinMs } = timings;
  const open = [...sockets.all()];
  // If there are few sockets, closes one per step, and finishes sooner.
  const steps = Math.min(open.length, Math.ceil(overMs / drainStepMs));
  const upTo = (done: number) => Math.ceil((open.length * done) / steps);
  const startMs = performance.now();
  for (let done = 0; done < steps; ) {
    // On a busy server steps are late: the next one closes what they have left, so that the stop stays in time.
    const due = Math.min(steps, Math.max(done, Math.floor((performance.now() - startMs) / drainStepMs)) + 1);
    for (const socket of open.slice(upTo(done), upTo(due))) closeAfter(socket, drainAnsweredWithinMs);
    done = due;
    await sleep(drainStepMs);
  }
  await sleep(drainAnsweredWithinMs);
}

/** Stops reading from this socket. Only a WebSocket can be paused; a polling client's next request goes elsewhere. */
export const pauseReading = (socket: MemberSocket): void => webSocketOf(socket)?.pause();

/** Reads again. Call it once the connection is closing: events are dropped by then, the close frame is not. */
export const resumeReading = (socket: MemberSocket): void => webSocketOf(socket)?.resume();

function closeAfter(socket: MemberSocket, pauseMs: number): void {
  pauseReading(socket);
  setTimeout(() => {
    socket.conn.close();
    resumeReading(socket);
  }, pauseMs);
}
