import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorBody, type ErrorCode, errorCodes } from '@sangam/shared/core/errors';

interface Detail {
  message?: string;
  headers?: Record<string, string>;
}

/** The error envelope where Fastify does not answer: its status, headers and body. */
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

/** Answers a request that no route shall see. */
export function answerError(response: ServerResponse, code: ErrorCode, detail: Detail = {}): void {
  const { status, headers, body } = rawError(code, detail);
  response.writeHead(status, headers).end(body);
}

/** Answers on a connection that has no response object, and ends it. */
export function endWithError(connection: Duplex, code: ErrorCode, detail: Detail = {}): void {
  const { status, headers, body } = rawError(code, detail);
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
  connection.end(`${head}\r\n\r\n${body}`, () => connection.destroy());
}
