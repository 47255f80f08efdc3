import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyOptional?: boolean;
  }
}

/**
 * Clients send `Content-Type: application/json` even without a body (R11.2). A call that needs none takes an empty one as
 * no body; for other calls it stays malformed.
 */
export function registerJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const { bodyOptional } = request.routeOptions.config;
    if (body === '' && bodyOptional) done(null, undefined);
    else parse(request, String(body), done);
  });
}
