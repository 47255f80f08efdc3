import type { projectsCalls as contract } from '@sangam/shared/projects/calls';
import type { transferCalls } from '@sangam/shared/projects/transfers';
import { type Calls, defineCalls } from '../platform/http/contract-route.js';
import type { RateLimits } from '../platform/lib/rate-limits.js';
import { ok } from '../platform/lib/result.js';
import type { ProjectLifeService } from './lifecycle/service.js';
import type { ProjectsService } from './projects/service.js';
import type { Suited } from './skills/suited.js';

export function projectsCalls({
  projects,
  suited,
  projectLife,
  limits,
}: {
  projects: ProjectsService;
  suited: Suited;
  projectLife: ProjectLifeService;
  limits: RateLimits;
}): Calls<Exclude<keyof typeof contract, keyof typeof transferCalls> | 'GET /api/projects'> {
  return defineCalls({
    'GET /api/projects': async ({ member, query }) => {
      const listed = await projects.list(member, query);
      return listed.ok ? ok({ data: listed.value }) : listed;
    },
    'GET /api/projects/mine': async ({ member, query }) => ok({ data: await projects.mine(member.id, query) }),
    'GET /api/projects/suited': async ({ member, query }) => ok({ data: { projects: await suited(member.id, query) } }),
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
    'PUT /api/projects/:id/state': async ({ member, params, body }) => {
      const refused = await limits.take('projectChangeByMember', member.id);
      if (refused) return refused;
      const project = await projectLife.changeState(member, params.id, body.state);
      return project.ok ? ok({ data: { project: project.value } }) : project;
    },
    'POST /api/projects/:id/reopen': async ({ member, params }) => {
      const refused = await limits.take('projectChangeByMember', member.id);
      if (refused) return refused;
      const project = await projectLife.reopenFinished(member, params.id);
      return project.ok ? ok({ data: { project: project.value } }) : project;
    },
    'PUT /api/projects/:id/confirmation': async ({ member, params }) => {
      const refused = await limits.take('projectChangeByMember', member.id);
      if (refused) return refused;
      const project = await projectLife.confirm(member, params.id);
      return project.ok ? ok({ data: { project: project.value } }) : project;
    },
    'DELETE /api/projects/:id': async ({ member, params }) => {
      const deleted = await projectLife.remove(member, params.id);
      return deleted.ok ? ok({ data: deleted.value }) : deleted;
    },
    'DELETE /api/projects/:id/members/:userId': async ({ member, params, body }) => {
      const project = await projectLife.removeMember(member, params.id, params.userId, body.word ?? '');
      return project.ok ? ok({ data: { project: project.value } }) : project;
    },
  });
}
