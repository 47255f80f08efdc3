import type { projectsCalls as contract } from '@sangam/shared/projects/calls';
import type { Project } from '@sangam/shared/projects/projects';
import type { transferCalls } from '@sangam/shared/projects/transfers';
import { answer, type Calls, defineCalls } from '../platform/http/contract-route.js';
import type { Member } from '../platform/lib/member.js';
import { mapResult, ok, type Result } from '../platform/lib/result.js';
import type { RateLimits } from '../platform/limits/rate-limits.js';
import type { ProjectLifeService } from './lifecycle/service.js';
import type { ProjectsService } from './projects/service.js';
import type { FindSuited } from './projects/suited.js';

export function projectsCalls({
  projects,
  suited,
  projectLife,
  limits,
}: {
  projects: ProjectsService;
  suited: FindSuited;
  projectLife: ProjectLifeService;
  limits: RateLimits;
}): Calls<Exclude<keyof typeof contract, keyof typeof transferCalls> | 'GET /api/projects'> {
  /** Returns the answer with a project that a member has created or changed. */
  const answerProject = (result: Result<Project>) => mapResult(result, (project) => ({ data: { project } }));
  const change = async (member: Member, act: () => Promise<Result<Project>>) =>
    (await limits.take('projectChangeByMember', member.id)) ?? answerProject(await act());

  return defineCalls({
    'GET /api/projects': async ({ member, query }) => answer(await projects.list(member, query)),
    'GET /api/projects/mine': async ({ member, query }) => ok({ data: await projects.mine(member.id, query) }),
    'GET /api/projects/suited': async ({ member, query }) => ok({ data: { projects: await suited(member.id, query) } }),
    'POST /api/projects': async ({ member, query, body }) =>
      (await limits.take('projectByMember', member.id)) ??
      mapResult(await projects.create(member, body, query.client_id), (project) => ({
        message: 'Project created successfully!',
        data: { project },
      })),
    'PATCH /api/projects/:id': ({ member, params, body }) =>
      change(member, () => projects.edit(member, params.id, body)),
    'PUT /api/projects/:id/state': ({ member, params, body }) =>
      change(member, () => projectLife.changeState(member, params.id, body.state)),
    'POST /api/projects/:id/reopen': ({ member, params }) =>
      change(member, () => projectLife.reopenFinished(member, params.id)),
    'PUT /api/projects/:id/confirmation': ({ member, params }) =>
      change(member, () => projectLife.confirm(member, params.id)),
    'DELETE /api/projects/:id': async ({ member, params }) => answer(await projectLife.remove(member, params.id)),
    'DELETE /api/projects/:id/members/:userId': async ({ member, params, body }) =>
      answerProject(await projectLife.removeMember(member, params.id, params.userId, body.word ?? '')),
  });
}
