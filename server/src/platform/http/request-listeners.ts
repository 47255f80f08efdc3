import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;
type UpgradeListener = (request: IncomingMessage, connection: Duplex, head: Buffer) => void;

interface Listeners {
  request: RequestListener;
  upgrade: UpgradeListener;
}

/**
 * Puts a listener in front of all that the server has for this event: they see only what it passes on. Call it once every
 * other listener is there.
 */
export function listenInFront<E extends keyof Listeners>(
  server: Server,
  event: E,
  listenerBefore: (passOn: Listeners[E]) => Listeners[E],
): void {
  const listeners = server.listeners(event) as ((...args: unknown[]) => void)[];
  server.removeAllListeners(event);
  const passOn = (...args: unknown[]) => {
    for (const listener of listeners) listener.apply(server, args);
  };
  server.on(event, listenerBefore(passOn as Listeners[E]) as (...args: unknown[]) => void);
}
