import type { NotificationChoices } from '@sangam/shared/notices/choices';
import { defineCalls } from '../../platform/http/contract-route.js';
import { ok, type Result } from '../../platform/lib/result.js';
import type { ChoicesService } from './service.js';

const answer = (changed: Result<NotificationChoices>) => (changed.ok ? ok({ data: changed.value }) : changed);

export function choiceCalls(choices: ChoicesService) {
  return defineCalls({
    'GET /api/notification-choices': async ({ member }) => ok({ data: await choices.get(member.id) }),
    'PATCH /api/notification-choices': async ({ member, body }) => answer(await choices.change(member.id, body)),
    'PUT /api/messages/mute/:userId': async ({ member, params }) =>
      answer(await choices.mute(member.id, { member_id: params.userId })),
    'DELETE /api/messages/mute/:userId': async ({ member, params }) =>
      answer(await choices.unmute(member.id, { member_id: params.userId })),
    'PUT /api/projects/:id/mute': async ({ member, params }) =>
      answer(await choices.mute(member.id, { project_id: params.id })),
    'DELETE /api/projects/:id/mute': async ({ member, params }) =>
      answer(await choices.unmute(member.id, { project_id: params.id })),
  });
}
