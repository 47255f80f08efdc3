import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ErrorBody, type ErrorCode, errorCodes } from '@sangam/shared/core/errors';
import { listenInFront } from './connections.js';

interface Detail {
  message?: string;
  headers?: Record<string, string>;
}

/** Builds the error envelope where Fastify does not answer: its status, headers and body. */
function rawError(code: ErrorCode, { message, headers }: Detail) {
  const { status } = errorCodes[code];
  const envelope: ErrorBody = {
    success: false,
    message: message ?? errorCodes[code].message,
    code,
    request_id: randomUUID(),
  };
  const body = JSON.stringify(envelope);
  return {
    status,
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
  };
}

/** Answers a request before any route sees it. */
export function answerError(response: ServerResponse, code: ErrorCode, detail: Detail): void {
  const { status, headers, body } = rawError(code, detail);
  response.writeHead(status, headers).end(body);
}

/** Answers on a connection without a response object, and ends it. */
export function endWithError(connection: Duplex, code: ErrorCode, detail: Detail = {}): void {
  const { status, headers, body } = rawError(code, detail);
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
  connection.end(`${head}\r\n\r\n${body}`, () => connection.destroy());
}

const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'TOO_LARGE',
};

/** The newest response on each connection. */
const responses = new WeakMap<Socket, ServerResponse>();

/** Whether a response is under way, so that another one must not be sent. */
function isSending(socket: Socket): boolean {
  const response = responses.get(socket);
  return response?.headersSent === true && !response.writableFinished;
}

/**
 * Answers input that never became a request (refused by Node's parser, or timed out) with the error envelope, and ends the
 * connection, because whatever follows on it cannot be trusted.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  // The client is gone.
  if (error.code === 'ECONNRESET') return void socket.destroy(error);
  cutOff(socket, codes[error.code ?? ''] ?? 'MALFORMED');
}

/** Answers a request that is still arriving, unless another response is under way, and ends its connection. */
export function cutOff(socket: Socket, code: ErrorCode): void {
  if (!socket.writable || isSending(socket)) socket.destroy();
  else endWithError(socket, code);
}

/**
 * Refuses requests that no route can read, with the error envelope: without Host, with an Expect header, or with a compressed
 * body. Every answer tells browsers not to sniff its type.
 */
export function refuseUnreadable(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    answerError(response, 'MALFORMED', {
      message: 'This Expect header isn’t supported.',
      headers: { Connection: 'close' },
    }),
  );
  listenInFront(server, 'request', (passOn) => (request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    responses.set(request.socket, response);
    const { host, 'content-encoding': encoding = 'identity' } = request.headers;
    if (host === undefined && request.httpVersion === '1.1')
      return answerError(response, 'MALFORMED', { headers: { Connection: 'close' } });
    if (encoding.toLowerCase() !== 'identity')
      return answerError(response, 'UNSUPPORTED_MEDIA_TYPE', {
        message: 'The request must not be compressed.',
        headers: { 'Accept-Encoding': 'identity' },
      });
    passOn(request, response);
  });
}
