import { type IncomingMessage, ServerResponse } from 'node:http';
import { answerError, endWithError } from '../../../http/raw-errors.js';
import type { AppError } from '../../../lib/result.js';

/**
 * Whether a request to Socket.IO begins a connection; all others name the one that they belong to. To Engine.IO an empty name is
 * none.
 */
export const beginsConnection = (request: IncomingMessage): boolean =>
  !new URL(request.url ?? '/', 'http://server').searchParams.get('sid');

/** Answers a request that would begin a connection, by long-polling or as a WebSocket, with when to come back. */
export function turnAway(
  request: IncomingMessage,
  response: unknown,
  { code, message, retryAfterS = 1 }: AppError,
  headers: Record<string, string> = {},
): void {
  const detail = { message, headers: { 'Retry-After': String(retryAfterS), Connection: 'close', ...headers } };
  // Engine.IO's middleware is given something else for a WebSocket, which writes nothing.
  if (response instanceof ServerResponse) answerError(response, code, detail);
  else endWithError(request.socket, code, detail);
}
