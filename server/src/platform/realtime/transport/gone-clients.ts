import type { Server } from 'node:http';
import { listenInFront } from '../../http/connections.js';

/**
 * Drops upgrades whose client has closed its connection. Clients of a server that is behind, as after a restart, give up while their
 * connection waits to be accepted: a server that served them anyway would stay behind for as long as they retry. Call it before anything
 * else puts itself in front of upgrades.
 */
export function dropGoneUpgrades(http: Server): void {
  listenInFront(http, 'upgrade', (passOn) => (request, connection, head) => {
    afterNextRead(() => {
      if (connection.readableEnded || connection.destroyed) connection.destroy();
      else passOn(request, connection, head);
    });
  });
}

/** A connection's request is read in one turn of the event loop, its end at the earliest in the next one. */
const afterNextRead = (act: () => void) => setImmediate(() => setImmediate(act));
