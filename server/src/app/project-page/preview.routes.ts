import { IdParams } from '@sangam/shared/core/schemas';
import type { FastifyInstance } from 'fastify';
import { Value } from 'typebox/value';
import { variesBy } from '../../platform/http/pages.js';
import { isPreviewer, renderPreview } from './preview.js';
import type { ProjectPagesService } from './service.js';

/**
 * A project's address answers who fetches a shared link to show it with a few words about the project: what a visitor may see,
 * since they ask without a session. Everybody else gets the page or the call, and so do they of a project that does not exist.
 */
export function registerProjectPreviews(
  app: FastifyInstance,
  { projectPages, publicUrl }: { projectPages: ProjectPagesService; publicUrl: string },
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url !== '/projects/:id') return;
    variesBy(reply, 'User-Agent');
    if (!isPreviewer(request.headers['user-agent'])) return;
    const params = { id: Number((request.params as { id: string }).id) };
    if (!Value.Check(IdParams, params)) return;
    const page = await projectPages.page(null, params.id);
    if (!page.ok) return;
    return reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(renderPreview(page.value.project, publicUrl));
  });
}
