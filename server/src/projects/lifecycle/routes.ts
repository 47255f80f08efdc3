import { defineCalls } from '../../platform/http/contract-route.js';
import type { RateLimits } from '../../platform/lib/rate-limits.js';
import { ok } from '../../platform/lib/result.js';
import type { TransferActs } from '../transfers/acts.js';
import type { ProjectLifeService } from './service.js';

export function lifecycleCalls({
  projectLife,
  transferActs,
  limits,
}: {
  projectLife: ProjectLifeService;
  transferActs: TransferActs;
  limits: RateLimits;
}) {
  return defineCalls({
    'PUT /api/projects/:id/state': async ({ member, params, body }) => {
      const refused = await limits.take('projectChangeByMember', member.id);
      if (refused) return refused;
      const project = await projectLife.changeState(member, params.id, body.state);
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
    'PUT /api/projects/:id/offer': async ({ member, params, body }) => {
      const refused = await limits.take('projectChangeByMember', member.id);
      if (refused) return refused;
      const offer = await transferActs.offer(member, params.id, body.user_id);
      return offer.ok ? ok({ data: { offer: offer.value } }) : offer;
    },
    'DELETE /api/projects/:id/offer': async ({ member, params }) => {
      const offer = await transferActs.takeBack(member, params.id);
      return offer.ok ? ok({ data: { offer: offer.value } }) : offer;
    },
    'PUT /api/projects/:id/offer/status': async ({ member, params, body }) => {
      const project = await transferActs.answer(member, params.id, body.status);
      return project.ok ? ok({ data: { project: project.value } }) : project;
    },
  });
}
