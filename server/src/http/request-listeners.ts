import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Puts a listener in front of all that the server has: they see only what it passes on. Call it once every other listener
 * is there.
 */
export function listenInFront(server: Server, listenerBefore: (passOn: RequestListener) => RequestListener): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on(
    'request',
    listenerBefore((request, response) => {
      for (const listener of listeners) listener.call(server, request, response);
    }),
  );
}
