import type { Route } from '../../platform/http/contract-route.js';
import type { ProjectPagesService } from './service.js';

export const registerProjectPageRoutes = (route: Route, projectPages: ProjectPagesService): void =>
  route('GET /api/projects/:id', ({ member, params }) => projectPages.page(member, params.id), '/projects/:id');
