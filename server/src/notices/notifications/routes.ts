import type { InboxChange } from '@sangam/shared/notices/notifications';
import { defineCalls } from '../../platform/http/contract-route.js';
import { ok, type Result } from '../../platform/lib/result.js';
import type { NotificationsService } from './service.js';

const answer = (change: Result<InboxChange>) => (change.ok ? ok({ data: change.value }) : change);

export function notificationCalls(inbox: NotificationsService) {
  return defineCalls({
    'GET /api/inbox': async ({ member, query }) => ok({ data: await inbox.list(member.id, query) }),
    'PUT /api/inbox/read': async ({ member, body }) => answer(await inbox.read(member.id, body.ids)),
    'PUT /api/inbox/read-all': async ({ member }) => answer(await inbox.readAll(member.id)),
    'PUT /api/inbox/seen': async ({ member, body }) => answer(await inbox.seen(member.id, body.place, body.project_id)),
    'DELETE /api/inbox/:id': async ({ member, params }) => answer(await inbox.clear(member.id, params.id)),
  });
}
