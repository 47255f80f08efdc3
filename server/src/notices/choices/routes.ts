import type { NotificationChoices } from '@sangam/shared/notices/choices';
import type { Route } from '../../platform/http/contract-route.js';
import { ok, type Result } from '../../platform/lib/result.js';
import type { ChoicesService } from './service.js';

const answer = (changed: Result<NotificationChoices>) => (changed.ok ? ok({ data: changed.value }) : changed);

export function registerChoicesRoutes(route: Route, choices: ChoicesService): void {
  route('GET /api/notification-choices', async ({ member }) => ok({ data: await choices.get(member.id) }));
  route('PATCH /api/notification-choices', async ({ member, body }) => answer(await choices.change(member.id, body)));
  route('PUT /api/messages/mute/:userId', async ({ member, params }) =>
    answer(await choices.mute(member.id, { member_id: params.userId })),
  );
  route('DELETE /api/messages/mute/:userId', async ({ member, params }) =>
    answer(await choices.unmute(member.id, { member_id: params.userId })),
  );
  route('PUT /api/projects/:id/mute', async ({ member, params }) =>
    answer(await choices.mute(member.id, { project_id: params.id })),
  );
  route('DELETE /api/projects/:id/mute', async ({ member, params }) =>
    answer(await choices.unmute(member.id, { project_id: params.id })),
  );
}
