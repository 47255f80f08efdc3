import type { Socket } from 'node:net';
import type { ErrorCode } from '@sangam/shared/core/errors';
import { endWithError } from './raw-errors.js';

const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'TOO_LARGE',
};

/**
 * Answers what never became a request (refused by Node's parser, or timed out) with the error envelope, and ends the
 * connection, because what follows on it cannot be trusted.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  // The client is gone, or another response is under way.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) return void socket.destroy(error);
  endWithError(socket, codes[error.code ?? ''] ?? 'MALFORMED');
}
