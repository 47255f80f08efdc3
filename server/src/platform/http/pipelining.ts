import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { listenInFront, type RequestListener } from './request-listeners.js';

/** Requests that may wait behind the first one on a connection. Browsers and balancers send none before the answer. */
const WAITING_MAX = 16;

type Pipelined = Parameters<RequestListener>;

/**
 * Works off the requests of a connection one after the other, and cuts one with too many. Node would begin them all at
 * once: what they ask for then waits in memory for a client that does not read, and files that were opened for those
 * behind the first one stay open when the connection goes. Call it last.
 */
export function boundPipelining(server: Server): void {
  const waiting = new WeakMap<Socket, Pipelined[]>();
  listenInFront(server, 'request', (passOn) => {
    const serve: RequestListener = (request, response) => {
      const { socket } = request;
      response.once('close', () => {
        const next = waiting.get(socket)?.shift();
        if (next === undefined || !socket.writable) waiting.delete(socket);
        else serve(...next);
      });
      passOn(request, response);
    };
    return (request, response) => {
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
    };
  });
}
