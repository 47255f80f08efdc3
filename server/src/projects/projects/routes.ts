import type { Route } from '../../platform/http/contract-route.js';
import type { RateLimits } from '../../platform/lib/rate-limits.js';
import { ok } from '../../platform/lib/result.js';
import type { ProjectsService } from './service.js';
import type { Suited } from './suited.js';

export function registerProjectRoutes(
  route: Route,
  { projects, suited, limits }: { projects: ProjectsService; suited: Suited; limits: RateLimits },
): void {
  route('GET /api/projects', async ({ member, query }) => ok({ data: await projects.list(member, query) }));

  route('GET /api/projects/mine', async ({ member, query }) => ok({ data: await projects.mine(member.id, query) }));

  route('GET /api/projects/suited', async ({ member }) => ok({ data: { projects: await suited(member.id) } }));

  route('POST /api/projects', async ({ member, body }) => {
    const refused = await limits.take('projectByMember', member.id);
    if (refused) return refused;
    const project = await projects.create(member, body);
    return project.ok ? ok({ message: 'Project created successfully!', data: { project: project.value } }) : project;
  });

  route('PATCH /api/projects/:id', async ({ member, params, body }) => {
    const refused = await limits.take('projectChangeByMember', member.id);
    if (refused) return refused;
    const project = await projects.edit(member, params.id, body);
    return project.ok ? ok({ data: { project: project.value } }) : project;
  });
}
