import { WIRE_VERSION } from '@sangam/shared/app/socket';
import { fieldsOf } from '@sangam/shared/core/keys-of';
import { coreServerLimits } from '@sangam/shared/core/limits';
import type { Logger } from 'pino';
import { toAppError } from '../../http/error-handler.js';
import type { SessionChecks } from '../../lib/member.js';
import { type AppError, appError } from '../../lib/result.js';
import { clientAddress } from '../../limits/client-address.js';
import type { RateLimits } from '../../limits/rate-limits.js';
import type { Io } from '../transport/io.js';
import type { SocketRegistry } from './registry.js';

/** Long enough for the member to close a tab. */
const TOO_MANY_SOCKETS_RETRY_S = 30;

class Refused extends Error {
  readonly data: { code: string; message: string; retry_after?: number };
  constructor({ code, message, retryAfterS }: AppError) {
    super(message);
    this.data = { code, message, ...(retryAfterS === undefined ? {} : { retry_after: retryAfterS }) };
  }
}

/**
 * Authenticates every new socket by `auth: { token, version, teams }`, before it joins any room. `teams`: the client takes the events of
 * teams' conversations.
 */
export function authenticateSockets(
  io: Io,
  deps: { sessions: SessionChecks; sockets: SocketRegistry; limits: RateLimits; proxies: number; log: Logger },
): void {
  const { sessions, sockets, limits, proxies, log } = deps;
  io.use((socket, next) => {
    const address = clientAddress(socket.request, proxies);
    const authenticateSocket = async (): Promise<AppError | null> => {
      const { token, version, teams } = fieldsOf(socket.handshake.auth);
      if (version !== undefined && version !== WIRE_VERSION) return appError('OUTDATED_CLIENT');
      const claimed = typeof token === 'string' && token.length <= 4_096 ? sessions.signedFor(token) : null;
      const refused = await (claimed === null
        ? limits.take('connectByAddress', address)
        : limits.take('connectByMember', claimed));
      if (refused) return refused.error;
      if (claimed === null || typeof token !== 'string') return appError('UNAUTHORIZED');
      const opened = await sessions.open(token);
      if (!opened.ok) return opened.error;
      const { id, name, sessionId, expiresAtMs } = opened.value;
      // The connection may have closed in the meantime.
      if (socket.conn.readyState === 'open' && !sockets.admit(socket, id, coreServerLimits.socketsPerMemberMax))
        return appError('RATE_LIMITED', { retryAfterS: TOO_MANY_SOCKETS_RETRY_S });
      socket.data.member = { id, name, sessionId, expiresAtMs };
      socket.data.takesTeams = teams === true;
      socket.data.hasEnded = false;
      return null;
    };
    authenticateSocket().then(
      (error) => {
        if (!error) return next();
        log.info({ socket: socket.id, code: error.code, address }, 'socket refused');
        next(new Refused(error));
      },
      (error: unknown) => next(new Refused(toAppError(error))),
    );
  });
}
