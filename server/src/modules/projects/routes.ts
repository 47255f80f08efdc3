import type { Route } from '../../http/contract-route.js';
import type { RateLimits } from '../../lib/rate-limits.js';
import { ok } from '../../lib/result.js';
import type { ProjectsService } from './service.js';

export function registerProjectRoutes(
  route: Route,
  { projects, limits }: { projects: ProjectsService; limits: RateLimits },
): void {
  route('GET /api/projects', async ({ query }) => ok({ data: await projects.list(query) }));

  route('POST /api/projects', async ({ member, body }) => {
    const refused = await limits.take('projectByMember', member.id);
    if (refused) return refused;
    const project = await projects.create(member, body);
    return project.ok ? ok({ message: 'Project created successfully!', data: { project: project.value } }) : project;
  });

  route('GET /api/projects/:id', ({ member, params }) => projects.detail(member, params.id), '/projects/:id');

  route('DELETE /api/projects/:id/members/me', async ({ member, params }) => {
    const left = await projects.leave(member, params.id);
    return left.ok ? ok({ data: left.value }) : left;
  });
}
