import type { IncomingMessage } from 'node:http';
import { clientAddress } from '../../../lib/client-address.js';
import type { RateLimits } from '../../../lib/rate-limits.js';
import type { Io } from './io.js';
import { beginsConnection, turnAway } from './turn-away.js';

/**
 * Limits how often an address may begin a connection. Who it is only shows later: a browser sends its token once the
 * connection is open. A refusal says when to come back, in the form of any other call's.
 */
export function limitHandshakes(io: Io, { limits, proxies }: { limits: RateLimits; proxies: number }): void {
  io.engine.use((request: IncomingMessage, response: unknown, next: () => void) => {
    if (!beginsConnection(request)) return next();
    void Promise.resolve(limits.spend('handshakeByAddress', clientAddress(request, proxies))).then((refused) => {
      if (refused) turnAway(request, response, refused.error);
      else next();
    });
  });
}
