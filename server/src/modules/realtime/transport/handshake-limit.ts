import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import { type ErrorBody, errorCodes } from '@sangam/shared/contract/errors';
import { clientAddress } from '../../../lib/client-address.js';
import type { RateLimits } from '../../../lib/rate-limits.js';
import type { AppError } from '../../../lib/result.js';
import type { Io } from './io.js';
import { beginsConnection, turnAway } from './turn-away.js';

/**
 * Limits how often an address may begin a connection. Who it is only shows later: a browser sends its token once the
 * connection is open. A refusal says when to come back, in the form of any other call's.
 */
export function limitHandshakes(io: Io, { limits, proxies }: { limits: RateLimits; proxies: number }): void {
  io.engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (!beginsConnection(request)) return next();
    void Promise.resolve(limits.spend('handshakeByAddress', clientAddress(request, proxies))).then((refused) => {
      if (refused) refuse(request, response, refused.error);
      else next();
    });
  });
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { code, message, retryAfterS = 1 }: AppError,
): void {
  const { status } = errorCodes[code];
  const body = JSON.stringify({ success: false, message, code, request_id: randomUUID() } satisfies ErrorBody);
  turnAway(request, response, { status, reason: STATUS_CODES[status] ?? '', retryAfterS, body });
}
