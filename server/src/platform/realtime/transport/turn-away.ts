import { type IncomingMessage, ServerResponse } from 'node:http';
import { answerError, endWithError } from '../../http/raw-errors.js';
import type { AppError } from '../../lib/result.js';

/**
 * The connection that a request to Socket.IO belongs to; null: it begins one. To Engine.IO the last name counts, and an empty
 * one is none.
 */
export const connectionNamed = (request: IncomingMessage): string | null =>
  new URL(request.url ?? '/', 'http://server').searchParams.getAll('sid').at(-1) || null;

/** Refuses a request to Socket.IO, of long-polling or for a WebSocket, and says when to come back. */
export function turnAway(
  request: IncomingMessage,
  response: unknown,
  { code, message, retryAfterS = 1 }: AppError,
  headers: Record<string, string> = {},
): void {
  const detail = { message, headers: { 'Retry-After': String(retryAfterS), ...headers } };
  // Engine.IO's middleware is given something else for a WebSocket, which writes nothing.
  if (response instanceof ServerResponse) answerError(response, code, detail);
  else endWithError(request.socket, code, detail);
}
