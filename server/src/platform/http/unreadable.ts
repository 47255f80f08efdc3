import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { answerError } from './raw-errors.js';
import { listenInFront } from './request-listeners.js';

/**
 * Refuses requests that no route can read, with the error envelope: without Host, with an expectation, with a body that
 * is compressed. Every answer tells browsers to believe its type, whoever gives it.
 */
export function refuseUnreadable(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    answerError(response, 'MALFORMED', {
      message: 'This Expect header is not known.',
      headers: { Connection: 'close' },
    }),
  );
  listenInFront(server, 'request', (passOn) => (request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
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
