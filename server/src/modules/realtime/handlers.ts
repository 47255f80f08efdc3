import type { ClientAnswer, ClientEvent, ClientPayload } from '@sangam/shared/contract/socket';
import type { LimitName } from '../../lib/rate-limits.js';
import { ok, type Result } from '../../lib/result.js';
import type { MessagesService } from '../messages/service.js';
import type { PresenceService } from '../presence/service.js';
import type { Device } from './devices.js';
import type { Push } from './push.js';
import type { Watchers } from './watch.js';
import { RawJson } from './wire.js';

/** An acknowledgement's data, or the same as JSON already. */
type Answer<E extends ClientEvent> = (result: Result<ClientAnswer<E> | RawJson>) => void;

interface Handler<E extends ClientEvent> {
  limit: LimitName;
  /** Answers once, now or later. A returned promise holds back the socket's next event. */
  handle(device: Device, payload: ClientPayload<E>, answer: Answer<E>): void | Promise<void>;
}

export type Handlers = { [E in ClientEvent]: Handler<E> };

/** Every client event → the service that REST uses, too. A new event does not compile until it stands here. */
export const createHandlers = (deps: {
  messages: MessagesService;
  presence: PresenceService;
  push: Push;
  watchers: Watchers;
}): Handlers => ({
  'message:send': {
    limit: 'sendByMember',
    handle: ({ data, id }, payload, answer) =>
      deps.messages.send(data.member, payload, id, (sent) => answer(sent.ok ? ok(new RawJson(sent.value.json)) : sent)),
  },
  'message:read': {
    limit: 'eventByMember',
    handle: async ({ data }, payload, answer) =>
      answer(await deps.messages.markRead(data.member.id, payload.user_id, payload.up_to ?? null)),
  },
  'presence:report': {
    limit: 'eventByMember',
    handle: async ({ data, id }, payload, answer) =>
      answer(ok(await deps.presence.reportFromSocket(id, data.member.id, payload))),
  },
  'presence:watch': {
    limit: 'eventByMember',
    handle: async (device, payload, answer) => {
      deps.watchers.watchMembers(device, payload.userIds);
      answer(ok(await deps.presence.of(payload.userIds)));
    },
  },
  'project:watch': {
    limit: 'eventByMember',
    handle: (device, payload, answer) => {
      deps.watchers.watchProjects(device, payload);
      answer(ok({}));
    },
  },
  typing: {
    limit: 'eventByMember',
    handle: async ({ data }, { receiver_id, typing }, answer) => {
      // A stranger's typing reaches nobody, and learns nothing by it.
      if (await deps.messages.haveConversation(data.member.id, receiver_id))
        deps.push.toMembers([receiver_id], 'typing', { sender_id: data.member.id, typing });
      answer(ok({}));
    },
  },
});
