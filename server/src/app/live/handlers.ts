import type { Presence } from '@sangam/shared/people/users';
import type { MessageActs } from '../../chat/acts/acts.js';
import type { SenderPresence } from '../../chat/messages/pending-message.js';
import type { MessagesService } from '../../chat/messages/service.js';
import type { SavedMessages } from '../../chat/saved/saved.js';
import type { UnreadMarks } from '../../chat/unread/unread-marks.js';
import type { PresenceCheck } from '../../people/presence/presence-check.js';
import type { PresenceService } from '../../people/presence/service.js';
import { ok, type Result } from '../../platform/lib/result.js';
import type { Handlers } from '../../platform/realtime/sockets/handler.js';
import type { Push } from '../../platform/realtime/sockets/push.js';
import type { Watchers } from '../../platform/realtime/sockets/watchers.js';
import type { MemberSocket } from '../../platform/realtime/transport/io.js';

const idsOf = (presences: readonly Presence[]) => presences.map(({ id }) => id);
/** Of whom the member is told changes, and of whom they are not. */
const watched = ({ presences, watchable }: { presences: readonly Presence[]; watchable: readonly Presence[] }) => {
  const shown = new Set(idsOf(watchable));
  return [[...shown], idsOf(presences).filter((id) => !shown.has(id))] as const;
};

/** What a member does to stored messages, under the limit of changes. */
const changing = <P, R>(act: (userId: number, payload: P) => Promise<Result<R>>) => ({
  limit: 'changeByMember' as const,
  handle: async ({ data }: MemberSocket, payload: P, respond: (result: Result<R>) => void) =>
    respond(await act(data.member.id, payload)),
});

/** Every client event → the service that REST calls, too. A new event does not compile until it is handled here. */
export const createHandlers = (deps: {
  messages: MessagesService;
  messageActs: MessageActs;
  unreadMarks: UnreadMarks;
  savedMessages: SavedMessages;
  presence: PresenceService;
  push: Push;
  watchers: Watchers;
  presenceCheck: PresenceCheck;
}): Handlers => ({
  'message:send': {
    limit: 'sendByMember',
    handle: ({ data, id }, payload, respond) => {
      const send = (presence: SenderPresence) =>
        deps.messages.send(data.member, presence, payload, id, (sent) => respond(sent.ok ? ok(sent.value.json) : sent));
      // Nearly always they are at the device that sends, which needs no query.
      return deps.presence.isActive(id) ? send('active') : deps.presence.current(data.member.id).then(send);
    },
  },
  'message:edit': changing(deps.messageActs.edit),
  'message:delete': changing(deps.messageActs.delete),
  'message:react': changing(deps.messageActs.react),
  'message:unreact': changing(deps.messageActs.unreact),
  'message:pin': changing(deps.messageActs.pin),
  'message:unpin': changing(deps.messageActs.unpin),
  'message:save': changing(deps.savedMessages.save),
  'message:unsave': changing(deps.savedMessages.remove),
  'message:read': {
    limit: 'eventByMember',
    handle: async ({ data }, payload, respond) =>
      respond(await deps.messages.markRead(data.member.id, payload.user_id, payload.up_to ?? null)),
  },
  'message:unread': changing(deps.unreadMarks.markUnread),
  'presence:report': {
    limit: 'eventByMember',
    handle: async ({ data, id }, payload, respond) =>
      respond(ok(await deps.presence.reportFromSocket(id, data.member.id, payload))),
  },
  'presence:watch': {
    limit: 'eventByMember',
    handle: async (socket, payload, respond) => {
      const member = socket.data.member.id;
      const before = await deps.presence.shownTo(member, payload.userIds);
      deps.watchers.watchMembers(socket, ...watched(before));
      // What changes from here on is pushed. Read again: what changed in between was not.
      const now = await deps.presence.shownTo(member, payload.userIds);
      deps.watchers.watchMembers(socket, ...watched(now));
      deps.presenceCheck.answered(now.watchable);
      respond(ok(now.presences));
    },
  },
  'project:watch': {
    limit: 'eventByMember',
    handle: (socket, payload, respond) => {
      deps.watchers.watchProjects(socket, payload);
      respond(ok({}));
    },
  },
  typing: {
    limit: 'eventByMember',
    handle: async ({ data }, { receiver_id, typing }, respond) => {
      // Without a conversation, or after a block, nothing is forwarded, and the answer does not give that away.
      if (await deps.messages.mayTellTyping(data.member.id, receiver_id))
        deps.push.toMembers([receiver_id], 'typing', { sender_id: data.member.id, typing });
      respond(ok({}));
    },
  },
});
