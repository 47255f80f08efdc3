import { defineCalls } from '../../platform/http/contract-route.js';
import type { RateLimits } from '../../platform/lib/rate-limits.js';
import { ok } from '../../platform/lib/result.js';
import type { ProjectsService } from './service.js';
import type { Suited } from './suited.js';

export function projectCalls({
  projects,
  suited,
  limits,
}: {
  projects: ProjectsService;
  suited: Suited;
  limits: RateLimits;
}) {
  return defineCalls({
    'GET /api/projects': async ({ member, query }) => ok({ data: await projects.list(member, query) }),
    'GET /api/projects/mine': async ({ member, query }) => ok({ data: await projects.mine(member.id, query) }),
    'GET /api/projects/suited': async ({ member }) => ok({ data: { projects: await suited(member.id) } }),
    'POST /api/projects': async ({ member, body }) => {
      const refused = await limits.take('projectByMember', member.id);
      if (refused) return refused;
      const project = await projects.create(member, body);
      return project.ok ? ok({ message: 'Project created successfully!', data: { project: project.value } }) : project;
    },
    'PATCH /api/projects/:id': async ({ member, params, body }) => {
      const refused = await limits.take('projectChangeByMember', member.id);
      if (refused) return refused;
      const project = await projects.edit(member, params.id, body);
      return project.ok ? ok({ data: { project: project.value } }) : project;
    },
  });
}
