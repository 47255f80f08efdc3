import type { Message } from '@sangam/shared/chat/messages';
import { defineCalls } from '../../platform/http/contract-route.js';
import type { RateLimits } from '../../platform/lib/rate-limits.js';
import { ok, type Result } from '../../platform/lib/result.js';
import type { MessageActs } from '../acts/acts.js';
import { changing } from '../acts/change.routes.js';
import type { StoredMessage } from '../events.js';
import type { UnreadMarks } from '../unread/unread-marks.js';
import type { SenderPresence } from './pending-message.js';
import type { MessagesService } from './service.js';

/** Whether a member is online: they may send by REST from a device that is not. */
type PresenceOf = (userId: number) => Promise<SenderPresence>;

export function messageCalls(deps: {
  messages: MessagesService;
  messageActs: MessageActs;
  unreadMarks: UnreadMarks;
  limits: RateLimits;
  presenceOf: PresenceOf;
}) {
  const { messages, messageActs, unreadMarks, limits, presenceOf } = deps;

  const change = changing(limits);

  return defineCalls({
    'GET /api/messages/conversations': async ({ member, query }) =>
      ok({ data: await messages.conversations(member.id, query) }),
    'GET /api/messages/requests': async ({ member, query }) => ok({ data: await messages.requests(member.id, query) }),
    'GET /api/messages/conversation/:userId': async ({ member, params, query }) => {
      const thread = await messages.thread(member.id, params.userId, query);
      return thread.ok ? ok({ data: thread.value }) : thread;
    },
    'PUT /api/messages/mark-read/:userId': async ({ member, params, body }) => {
      const unread = await messages.markRead(member.id, params.userId, body.up_to ?? null);
      return unread.ok ? ok({ data: unread.value }) : unread;
    },
    'PUT /api/messages/mark-unread/:userId': async ({ member, params, body }) => {
      const refused = await limits.take('changeByMember', member.id);
      if (refused) return refused;
      const unread = await unreadMarks.markUnread(member.id, { user_id: params.userId, ...body });
      return unread.ok ? ok({ data: unread.value }) : unread;
    },
    'POST /api/messages': async ({ member, body }) => {
      const refused = await limits.take('sendByMember', member.id);
      if (refused) return refused;
      const presence = await presenceOf(member.id);
      const sent = await new Promise<Result<StoredMessage>>((resolve, reject) => {
        messages.send(member, presence, body, null, resolve)?.catch(reject);
      });
      return sent.ok ? ok({ data: JSON.parse(sent.value.json.text) as Message }) : sent;
    },
    'PATCH /api/messages/conversation/:userId/:seq': ({ member, params, body }) =>
      change(member, params, body, messageActs.edit),
    'DELETE /api/messages/conversation/:userId/:seq': ({ member, params, body }) =>
      change(member, params, body, messageActs.delete),
    'PUT /api/messages/conversation/:userId/:seq/reactions': ({ member, params, body }) =>
      change(member, params, body, messageActs.react),
    'DELETE /api/messages/conversation/:userId/:seq/reactions': ({ member, params, body }) =>
      change(member, params, body, messageActs.unreact),
    'PUT /api/messages/conversation/:userId/:seq/pin': ({ member, params, body }) =>
      change(member, params, body, messageActs.pin),
    'DELETE /api/messages/conversation/:userId/:seq/pin': ({ member, params, body }) =>
      change(member, params, body, messageActs.unpin),
    'GET /api/messages/unread-count': async ({ member }) => ok({ data: await messages.unreadCount(member.id) }),
    'GET /api/messages/notifications': async ({ member, query }) =>
      ok({ data: await messages.notifications(member.id, query) }),
  });
}
