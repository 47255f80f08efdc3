import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Device, Devices, Io } from './devices.js';

const STEP_MS = 100;
/** So long a connection is read no more before it closes: what came before is written and answered by then. */
const ANSWERED_WITHIN_MS = 250;

/** From now on a new connection is answered 503, upon which a balancer asks another server; open ones stay. */
export function refuseNewConnections(io: Io): void {
  io.engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (new URL(request.url ?? '/', 'http://server').searchParams.has('sid')) return next();
    if (request.headers.upgrade === undefined) {
      response.writeHead(503, { 'Retry-After': '1', Connection: 'close' }).end();
      return;
    }
    const head = ['HTTP/1.1 503 Service Unavailable', 'Retry-After: 1', 'Content-Length: 0', 'Connection: close'];
    request.socket.end(`${head.join('\r\n')}\r\n\r\n`);
  });
}

/**
 * Closes the connections one after the other over `overMs`, in the way after which clients reconnect: so they do not
 * all arrive at the other servers in one moment.
 */
export async function closeSpread(devices: Devices, overMs: number): Promise<void> {
  const open = [...devices.all()];
  // Few are done sooner: one a step.
  const steps = Math.min(open.length, Math.ceil(overMs / STEP_MS));
  for (let step = 0; step < steps; step += 1) {
    const upTo = (done: number) => Math.ceil((open.length * done) / steps);
    for (const device of open.slice(upTo(step), upTo(step + 1))) closeAnswered(device);
    await wait(STEP_MS);
  }
  await wait(ANSWERED_WITHIN_MS);
}

/** Reads no more of what this device sends. Only a WebSocket can be held back; a polling client asks again elsewhere. */
export const hold = (device: Device): void => webSocketOf(device)?.pause?.();

/** To be called once the connection is closing: what it sent meanwhile is dropped, its answer to the closing is not. */
export const release = (device: Device): void => webSocketOf(device)?.resume?.();

const webSocketOf = ({ conn }: Device) =>
  (conn.transport as { socket?: { pause?: () => void; resume?: () => void } }).socket;

function closeAnswered(device: Device): void {
  hold(device);
  setTimeout(() => {
    device.conn.close();
    release(device);
  }, ANSWERED_WITHIN_MS);
}
