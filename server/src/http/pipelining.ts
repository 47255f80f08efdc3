import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait behind the first one on a connection. Browsers and balancers send none before the answer. */
const WAITING_MAX = 16;

type Pipelined = [IncomingMessage, ServerResponse];

/**
 * Works off the requests of a connection one after the other, and cuts one with too many. Node would begin them all at
 * once: what they ask for then waits in memory for a client that does not read, and files that were opened for those
 * behind the first one stay open when the connection goes. Call it once every request listener is there.
 */
export function boundPipelining(server: Server): void {
  const listeners = server.listeners('request') as ((...pipelined: Pipelined) => void)[];
  server.removeAllListeners('request');
  const waiting = new WeakMap<Socket, Pipelined[]>();

  const serve = (...[request, response]: Pipelined) => {
    const { socket } = request;
    response.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (next === undefined || !socket.writable) waiting.delete(socket);
      else serve(...next);
    });
    for (const listener of listeners) listener.call(server, request, response);
  };
  server.on('request', (request, response) => {
    const { socket } = request;
    const others = waiting.get(socket);
    if (socket.destroyed) return;
    if (others === undefined) {
      waiting.set(socket, []);
      serve(request, response);
    } else if (others.push([request, response]) > WAITING_MAX) {
      waiting.delete(socket);
      socket.destroy();
    }
  });
}
