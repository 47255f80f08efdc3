import type { chatClientEvents } from '@sangam/shared/chat/events';
import type { Logger } from 'pino';
import type { PresenceService } from '../people/people.js';
import type { Db } from '../platform/db/database.js';
import type { Clock } from '../platform/lib/clock.js';
import { mapResult, ok, type Result } from '../platform/lib/result.js';
import type { Audiences, Live, LiveContext } from '../platform/realtime/live.js';
import type { Handlers } from '../platform/realtime/sockets/serve.js';
import type { MemberSocket } from '../platform/realtime/transport/io.js';
import type { Timings } from '../platform/timings.js';
import type { MessageActs } from './acts/acts.js';
import type { SavedMessages } from './acts/saved.js';
import type { Archive } from './archived/archived.js';
import type { ConversationKeys } from './conversations/conversations.js';
import type { TeamsService } from './conversations/teams.js';
import type { ChatEvents, StoredMessage } from './events.js';
import { withMentionOfReader } from './messages/message-row.js';
import { jsonFor } from './messages/message-views.js';
import type { SenderPresence } from './messages/pending-message.js';
import type { MessagesService } from './messages/service.js';
import { createShownTyping } from './typing/shown-typing.js';
import { createTypingInTeams, type TypingSignal } from './typing/typing-in-teams.js';
import { createUnreadAnnouncer, type UnreadAnnouncer } from './unread/announcer.js';
import { createMarksInTeams, type MarksInTeams } from './unread/marks-in-teams.js';
import type { UnreadService } from './unread/service.js';

/** A change to stored messages, under the rate limit for changes. */
const changing = <P, R>(act: (userId: number, payload: P) => Promise<Result<R>>) => ({
  limit: 'changeByMember' as const,
  handle: async ({ data }: MemberSocket, payload: P, respond: (result: Result<R>) => void) =>
    respond(await act(data.member.id, payload)),
});

/** Returns nearly always the same array. */
const excluding = (ids: readonly number[], all: readonly number[]): readonly number[] =>
  ids.length === 0 ? all : all.filter((id) => !ids.includes(id));

interface ChatLiveDeps {
  db: Db;
  messages: MessagesService;
  keys: Pick<ConversationKeys, 'forgetTeam'>;
  teams: TeamsService;
  messageActs: MessageActs;
  unread: UnreadService;
  archive: Archive;
  savedMessages: SavedMessages;
  presence: PresenceService;
  clock: Clock;
  log: Logger;
  timings: Pick<Timings, 'unread' | 'typing'>;
}

type ChatAudiences = Pick<Audiences, keyof ChatEvents | 'team:changed' | 'message-request:changed'>;

export function chatLive(
  context: LiveContext,
  deps: ChatLiveDeps,
): Live<keyof typeof chatClientEvents, keyof ChatAudiences> {
  const { broadcast } = context;
  const { messages, messageActs, unread, archive, savedMessages, presence, log } = deps;
  const announcer = createUnreadAnnouncer({ unread, broadcast, log, timings: deps.timings.unread });
  const marksInTeams = createMarksInTeams({ unread, broadcast, log, timings: deps.timings.unread });
  const typing = createTyping(context, deps);
  const inTeams = createTeamAudiences(context, deps);

  return {
    clientEvents: {
      'message:send': {
        limit: 'sendByMember',
        handle: ({ data, id }, payload, respond) => {
          const { id: senderId, name } = data.member;
          const send = (presence: SenderPresence) =>
            messages.send({ id: senderId, name, presence, origin: id }, payload, (result) =>
              respond(mapResult(result, (message) => jsonFor(message, senderId))),
            );
          // The sender is nearly always active on this device, which needs no query.
          return presence.isActive(id) ? send('active') : presence.ofSender(senderId).then(send);
        },
      },
      'message:edit': changing(messageActs.edit),
      'message:delete': changing(messageActs.delete),
      'message:react': changing(messageActs.react),
      'message:unreact': changing(messageActs.unreact),
      'message:pin': changing(messageActs.pin),
      'message:unpin': changing(messageActs.unpin),
      'message:save': changing(savedMessages.save),
      'message:unsave': changing(savedMessages.remove),
      // Kept in one order: the later of a read mark and an unread mark counts. The member's own messages change neither.
      'message:read': {
        limit: 'eventByMember',
        isAside: true,
        handle: async ({ data }, { up_to, ...conversationRef }, respond) =>
          respond(await unread.markRead(data.member.id, conversationRef, up_to ?? null)),
      },
      'message:unread': { ...changing(unread.markUnread), isAside: true },
      'conversation:archive': changing(archive.archive),
      'conversation:unarchive': changing(archive.unarchive),
      typing: { limit: 'eventByMember', isAside: true, handle: typing.handle },
    },
    audiences: {
      ...messageAudiences(context, announcer),
      ...readAudiences(context, announcer, marksInTeams),
      ...inTeams.audiences,
      ...messageRequestAudiences(context, announcer, deps),
      'typing:hidden': typing.hide,
      'saved:changed': ({ user_id, change }) => {
        if (change.user_id === undefined) broadcast.toTeam([user_id], 'saved:changed', change);
        else broadcast.toMembers([user_id], 'saved:changed', change);
      },
    },
    finish: async () => void (await Promise.all([announcer.finish(), marksInTeams.finish(), inTeams.finish()])),
  };
}

/** Shows new and changed messages to the participants. */
function messageAudiences(
  { broadcast }: LiveContext,
  announcer: UnreadAnnouncer,
): Pick<ChatAudiences, 'messages:sent' | 'message:repeated' | 'message:changed'> {
  /** Sends one packet to all who see the same: nearly always to both of two members, and in a team to all but those whom it mentions. */
  const broadcastToSides = (message: StoredMessage) => {
    const { sender_id, receiver_id, team, mentioned, origin, json } = message;
    if (team) {
      broadcast.jsonToTeam(excluding(mentioned, team), 'message:new', json.sender, origin);
      if (mentioned.length > 0)
        broadcast.jsonToTeam(mentioned, 'message:new', withMentionOfReader(json.sender), origin);
    }
    if (receiver_id === null) return;
    const groups = json.sender === json.receiver ? [[receiver_id, sender_id]] : [[receiver_id], [sender_id]];
    for (const [reader, ...sameViewers] of groups)
      if (reader !== undefined)
        broadcast.jsonToMembers([reader, ...sameViewers], 'message:new', jsonFor(message, reader), origin);
  };
  /** Participants of a team count its messages themselves. */
  const broadcastMessage = (message: StoredMessage) => {
    broadcastToSides(message);
    if (message.receiver_id !== null) announcer.changed(message.receiver_id, message.conversation_id);
  };
  return {
    'messages:sent': (batch) => {
      for (const message of batch) broadcastMessage(message);
    },
    // It may have been read since: a client that treats it as new receives the right count.
    'message:repeated': broadcastMessage,
    'message:changed': ({ conversation_id, views, unread_by, mentioned }) => {
      if (views.same === undefined) broadcast.toReaders('message:changed', views);
      else {
        broadcast.toTeam(excluding(mentioned, views.readerIds), 'message:changed', views.same);
        if (mentioned.length > 0) broadcast.toTeam(mentioned, 'message:changed', { ...views.same, mentions_you: true });
      }
      for (const userId of unread_by) announcer.changed(userId, conversation_id);
    },
  };
}

/** Shows read marks to the other participants, and a member's unread counts to their own devices. */
function readAudiences(
  { broadcast }: LiveContext,
  announcer: UnreadAnnouncer,
  marksInTeams: MarksInTeams,
): Pick<ChatAudiences, 'messages:read' | 'team-marks:shown' | 'unread-mark:changed'> {
  return {
    'messages:read': ({ is_told, ...receipt }) => {
      const { conversation_id, reader_id, other_id } = receipt;
      if (other_id === undefined) {
        broadcast.toTeam([reader_id], 'message:read', receipt);
        if (is_told) marksInTeams.moved(conversation_id, reader_id);
      } else broadcast.toMembers([reader_id, ...(is_told ? [other_id] : [])], 'message:read', receipt);
      announcer.changed(reader_id, conversation_id);
    },
    'team-marks:shown': ({ conversation_ids }) => {
      for (const id of conversation_ids) marksInTeams.shown(id);
    },
    // Nobody else is notified.
    'unread-mark:changed': ({ user_id, conversation_id }) => announcer.changed(user_id, conversation_id),
  };
}

/** Shows changes to teams; `finish` resolves once no change is still being read. */
function createTeamAudiences(
  { broadcast, eventsLost }: LiveContext,
  { keys, teams, log }: ChatLiveDeps,
): { audiences: Pick<ChatAudiences, 'team:changed' | 'team:notify'>; finish: () => Promise<unknown> } {
  const running = new Set<Promise<void>>();
  const show = async ({ conversation_id, event_id }: Parameters<ChatAudiences['team:changed']>[0]) => {
    try {
      const change = await teams.change(conversation_id, event_id);
      if (change) broadcast.toTeam(change.participant_ids, 'conversation:changed', change.change);
    } catch (error) {
      log.warn({ err: error }, 'a change to a team could not be broadcast; all members refresh');
      eventsLost();
    }
  };
  return {
    audiences: {
      // Notifies the participants, and at once the member who has left.
      'team:changed': (changed) => {
        const { conversation_id, left_id } = changed;
        keys.forgetTeam(conversation_id);
        if (left_id !== null) broadcast.toTeam([left_id], 'conversation:left', { conversation_id });
        const task = show(changed);
        running.add(task);
        void task.finally(() => running.delete(task));
      },
      'team:notify': ({ user_id, change }) => broadcast.toTeam([user_id], 'conversation:changed', change),
    },
    finish: () => Promise.all(running),
  };
}

function messageRequestAudiences(
  { broadcast, watchers }: LiveContext,
  announcer: UnreadAnnouncer,
  { presence, log }: ChatLiveDeps,
): Pick<ChatAudiences, 'message-request:changed'> {
  /** Shows a member's presence to a viewer who may see it now. */
  const showPresence = (viewerId: number, userId: number) => {
    const showing = presence.shownTo(viewerId, [userId]).then(({ watchable: [memberPresence] }) => {
      if (memberPresence) watchers.show(viewerId, memberPresence);
    });
    showing.catch((error: unknown) =>
      log.warn({ err: error }, 'presence could not be broadcast; the next watch brings it'),
    );
  };
  return {
    // While a request is pending, its sender is not shown the reader's presence.
    'message-request:changed': ({ user_id, change }) => {
      broadcast.toMembers([user_id], 'message-request:changed', change);
      if (change.conversation_id !== undefined) announcer.changed(user_id, change.conversation_id);
      if (change.request === 'waiting') watchers.hide(change.user_id, user_id);
      if (change.request === null) showPresence(change.user_id, user_id);
    },
  };
}

/** Forwards to the other participants that a member is typing. */
function createTyping(
  { io, broadcast, clustered }: LiveContext,
  { db, messages, clock, log, timings }: ChatLiveDeps,
): { handle: Handlers['typing']['handle']; hide: ChatAudiences['typing:hidden'] } {
  const shownTyping = createShownTyping({ io, broadcast, clustered }, clock);
  const inTeams = createTypingInTeams({ db, clock, broadcast, shownTyping, log, timings: timings.typing });
  const forward = {
    direct: ({ conversationId, userId, otherIds: readerIds, typing }: TypingSignal) =>
      shownTyping.forward({ kind: 'direct', conversationId, typistIds: [userId], readerIds, typing }),
    team: inTeams.add,
  };
  return {
    async handle({ data }, { typing, ...conversationRef }, respond) {
      // Without a conversation, or after a block, nothing is forwarded; the answer does not reveal that.
      const { id: userId } = data.member;
      const typed = await messages.typingIn(userId, conversationRef);
      if (typed) forward[typed.kind]({ ...typed, userId, typing });
      respond(ok({}));
    },
    hide: shownTyping.hide,
  };
}
