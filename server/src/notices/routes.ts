import { answer, defineCalls } from '../platform/http/contract-route.js';
import { ok } from '../platform/lib/result.js';
import type { RateLimits } from '../platform/limits/rate-limits.js';
import type { ChoicesService } from './choices/service.js';
import type { NotificationsService } from './notifications/service.js';
import type { WebPushService } from './web-push/service.js';

export const notificationCalls = (notifications: NotificationsService) =>
  defineCalls({
    'GET /api/inbox': async ({ member, query }) => ok({ data: await notifications.list(member.id, query) }),
    'PUT /api/inbox/read': async ({ member, body }) => answer(await notifications.read(member.id, body.ids)),
    'PUT /api/inbox/read-all': async ({ member }) => answer(await notifications.readAll(member.id)),
    'PUT /api/inbox/seen': async ({ member, body }) => answer(await notifications.seen(member.id, body)),
    'DELETE /api/inbox/:id': async ({ member, params }) => answer(await notifications.clear(member.id, params.id)),
  });

export const choiceCalls = ({
  choices,
  limits,
  haveConversation,
}: {
  choices: ChoicesService;
  limits: RateLimits;
  haveConversation: (userId: number, otherId: number) => Promise<boolean>;
}) =>
  defineCalls({
    'GET /api/notification-choices': async ({ member }) => ok({ data: await choices.get(member.id) }),
    'PATCH /api/notification-choices': async ({ member, query, body }) =>
      answer(await choices.change(member.id, body, query.version)),
    'PUT /api/messages/mute/:userId': async ({ member, params, query }) => {
      // Shows whether the member exists, so muting is limited like a search by name.
      const isKnown = await haveConversation(member.id, params.userId);
      const refused = isKnown ? null : await limits.take('peopleByMember', member.id);
      return refused ?? answer(await choices.mute(member.id, { member_id: params.userId }, query.version));
    },
    'DELETE /api/messages/mute/:userId': async ({ member, params, query }) =>
      answer(await choices.unmute(member.id, { member_id: params.userId }, query.version)),
    'PUT /api/messages/c/:conversationId/mute': async ({ member, params, query }) =>
      answer(await choices.muteConversation(member.id, params.conversationId, 'mute', query.version)),
    'DELETE /api/messages/c/:conversationId/mute': async ({ member, params, query }) =>
      answer(await choices.muteConversation(member.id, params.conversationId, 'unmute', query.version)),
    'PUT /api/projects/:id/mute': async ({ member, params, query }) =>
      answer(await choices.mute(member.id, { project_id: params.id }, query.version)),
    'DELETE /api/projects/:id/mute': async ({ member, params, query }) =>
      answer(await choices.unmute(member.id, { project_id: params.id }, query.version)),
  });

export const webPushCalls = (webPush: WebPushService) =>
  defineCalls({
    'GET /api/push': async ({ member }) => ok({ data: await webPush.get(member) }),
    'PUT /api/push': async ({ member, body }) => answer(await webPush.put(member, body)),
    'DELETE /api/push': async ({ member }) => ok({ data: await webPush.delete(member) }),
  });
