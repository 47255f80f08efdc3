import { errorCodes } from '@sangam/shared/core/errors';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyOptional?: boolean;
    /** Takes OCTETS and no JSON; other calls take JSON and no OCTETS. */
    takesBytes?: boolean;
  }
}

export const OCTETS = 'application/octet-stream';

/**
 * How bodies are read. Clients send `Content-Type: application/json` even without a body (R11.2): a call that needs none takes
 * an empty one as no body; for other calls it stays malformed.
 */
export function registerBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const { bodyOptional, takesBytes } = request.routeOptions.config;
    if (takesBytes) done(wrongType());
    else if (body === '' && bodyOptional) done(null, undefined);
    else parse(request, String(body), done);
  });
  app.addContentTypeParser(OCTETS, { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.takesBytes) done(null, body);
    else done(wrongType());
  });
}

const wrongType = () =>
  Object.assign(new Error(errorCodes.UNSUPPORTED_MEDIA_TYPE.message), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' });
