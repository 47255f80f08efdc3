import type { IncomingMessage, ServerResponse } from 'node:http';

/** Whether a request to Socket.IO begins a connection; all others name the one that they belong to. */
export const beginsConnection = (request: IncomingMessage): boolean =>
  !new URL(request.url ?? '/', 'http://server').searchParams.has('sid');

/** Answers a request that would begin a connection, by long-polling or as a WebSocket, with when to come back. */
export function turnAway(
  request: IncomingMessage,
  response: ServerResponse,
  { status, reason, retryAfterS, body }: { status: number; reason: string; retryAfterS: number; body: string },
): void {
  if (request.headers.upgrade === undefined) {
    response
      .writeHead(status, { 'Retry-After': retryAfterS, 'Content-Type': 'application/json', Connection: 'close' })
      .end(body);
    return;
  }
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    `Retry-After: ${retryAfterS}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  request.socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
