import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyOptional?: boolean;
  }
}

/**
 * Clients send `Content-Type: application/json` by habit, also with no body (R11.2).
 * For a call that needs none, an empty body is no body; for the others it stays malformed.
 */
export function registerJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const { bodyOptional } = request.routeOptions.config;
    if (body === '' && bodyOptional) done(null, undefined);
    else parse(request, String(body), done);
  });
}
