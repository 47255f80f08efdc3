import type { Route } from '../../http/contract-route.js';
import type { RateLimits } from '../../lib/rate-limits.js';
import { ok } from '../../lib/result.js';
import type { ProjectLifeService } from './service.js';

export function registerProjectLifeRoutes(
  route: Route,
  { projectLife, limits }: { projectLife: ProjectLifeService; limits: RateLimits },
): void {
  route('PUT /api/projects/:id/state', async ({ member, params, body }) => {
    const refused = await limits.take('projectChangeByMember', member.id);
    if (refused) return refused;
    const project = await projectLife.changeState(member, params.id, body.state);
    return project.ok ? ok({ data: { project: project.value } }) : project;
  });

  route('DELETE /api/projects/:id', async ({ member, params }) => {
    const deleted = await projectLife.remove(member, params.id);
    return deleted.ok ? ok({ data: deleted.value }) : deleted;
  });

  route('DELETE /api/projects/:id/members/:userId', async ({ member, params, body }) => {
    const project = await projectLife.removeMember(member, params.id, params.userId, body.word ?? '');
    return project.ok ? ok({ data: { project: project.value } }) : project;
  });
}
