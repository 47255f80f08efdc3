import { defineAliasedCall } from '../../platform/http/contract-route.js';
import type { ProjectPagesService } from './service.js';

export const projectPageCalls = (projectPages: ProjectPagesService) =>
  defineAliasedCall('GET /api/projects/:id', '/projects/:id', ({ member, params }) =>
    projectPages.page(member, params.id),
  );
