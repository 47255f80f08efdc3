import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { sendError } from '../../platform/http/error-handler.js';
import { tokenHash } from '../../platform/lib/crypto.js';
import { appError } from '../../platform/lib/result.js';

/** `/metrics` in Prometheus' text format, for bearers of the token. */
export function registerMetricsRoute(app: FastifyInstance, registry: Registry, token: string): void {
  const expected = tokenHash(token);
  app.get('/metrics', async (request, reply) => {
    const given = /^Bearer (\S+)$/iu.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(tokenHash(given), expected)) return sendError(reply, appError('UNAUTHORIZED'));
    return reply
      .header('Cache-Control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}
