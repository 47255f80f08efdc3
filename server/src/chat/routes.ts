import type { chatCalls as contract } from '@sangam/shared/chat/calls';
import { answer, type Calls, defineAuthenticatingCall, defineCalls } from '../platform/http/contract-route.js';
import type { Authenticate } from '../platform/lib/member.js';
import { mapResult, ok, type Result } from '../platform/lib/result.js';
import type { RateLimits } from '../platform/limits/rate-limits.js';
import { chargeBeyond } from '../platform/limits/work.js';
import type { MessageActs } from './acts/acts.js';
import { actCalls } from './acts/acts.routes.js';
import type { SavedMessages } from './acts/saved.js';
import type { Archive } from './archived/archived.js';
import type { AttachmentsService } from './attachments/service.js';
import type { ContentsService } from './contents/service.js';
import type { ConversationKeys } from './conversations/conversations.js';
import type { RequestCards } from './conversations/request-cards.js';
import type { ConversationsService } from './conversations/service.js';
import type { TeamsService } from './conversations/teams.js';
import type { StoredMessage } from './events.js';
import { jsonFor } from './messages/message-views.js';
import type { SenderPresence } from './messages/pending-message.js';
import type { MessagesService } from './messages/service.js';
import type { Threads } from './messages/threads.js';
import type { SearchService } from './search/service.js';
import type { UnreadService } from './unread/service.js';

interface Deps {
  messages: MessagesService;
  conversations: ConversationsService;
  threads: Threads;
  teams: TeamsService;
  keys: Pick<ConversationKeys, 'otherOf'>;
  unread: UnreadService;
  archive: Archive;
  messageActs: MessageActs;
  savedMessages: SavedMessages;
  attachments: AttachmentsService;
  requestCards: RequestCards;
  contents: ContentsService;
  search: SearchService;
  limits: RateLimits;
  /** A sender's presence: REST calls don't show that their device is in use. */
  presenceOf: (userId: number) => Promise<SenderPresence>;
  /** Checks a sender's session, without waiting behind what members read. */
  authenticateSender: Authenticate;
}

export const chatCalls = (deps: Deps): Calls<keyof typeof contract> => ({
  ...sendCall(deps),
  ...messageCalls(deps),
  ...actCalls(deps),
  ...conversationCalls(deps),
  ...attachmentCalls(deps),
  ...searchCalls(deps),
});

const sendCall = ({ messages, limits, presenceOf, authenticateSender }: Deps) =>
  defineAuthenticatingCall('POST /api/messages', authenticateSender, async ({ member, body }) => {
    const refused = await limits.take('sendByMember', member.id);
    if (refused) return refused;
    const sender = { ...member, presence: await presenceOf(member.id), origin: null };
    const result = await new Promise<Result<StoredMessage>>((resolve, reject) => {
      messages.send(sender, body, resolve)?.catch(reject);
    });
    return mapResult(result, (message) => ({ data: JSON.parse(jsonFor(message, member.id).text) }));
  });

const messageCalls = ({ conversations, threads, unread, savedMessages, requestCards, limits }: Deps) =>
  defineCalls({
    'GET /api/messages/conversations': async ({ member, query }) =>
      ok({ data: await conversations.list(member.id, query) }),
    'GET /api/messages/requests': async ({ member, query }) =>
      ok({ data: await conversations.messageRequests(member.id, query) }),
    'GET /api/messages/conversation/:userId': async ({ member, params, query }) => {
      const thread = await threads.withMember(member.id, params.userId, query);
      // The empty thread with a stranger shows their name, so it is limited like a search by name.
      const hasMessages = thread.ok && thread.value.conversation_id !== undefined;
      const refused = hasMessages ? null : await limits.take('peopleByMember', member.id);
      return refused ?? answer(thread);
    },
    'GET /api/conversations/requests': async ({ member, query }) =>
      ok({ data: await requestCards.withoutMessages(member.id, query) }),
    'GET /api/conversations/:userId/requests': async ({ member, params }) =>
      ok({ data: await requestCards.between(member.id, params.userId) }),
    'PUT /api/messages/mark-read/:userId': async ({ member, params, body }) => {
      const marked = await unread.markRead(member.id, { user_id: params.userId }, body.up_to ?? null);
      // Without a message between the two, only the answer that the member exists is left.
      const hasMessages = marked.ok && marked.value.conversation.conversation_id !== undefined;
      const refused = hasMessages ? null : await limits.take('peopleByMember', member.id);
      return refused ?? answer(marked);
    },
    'PUT /api/messages/mark-unread/:userId': async ({ member, params, body }) =>
      (await limits.take('changeByMember', member.id)) ??
      answer(await unread.markUnread(member.id, { user_id: params.userId, ...body })),
    'GET /api/messages/saved': async ({ member, query }) => ok({ data: await savedMessages.list(member.id, query) }),
    'GET /api/messages/unread-count': async ({ member }) => ok({ data: await unread.unreadCount(member.id) }),
    'GET /api/messages/notifications': async ({ member, query }) =>
      ok({ data: await unread.notifications(member.id, query) }),
  });

/** Calls that name a conversation by its id: each does what its counterpart by the other member does. */
function conversationCalls({ keys, threads, teams, requestCards, contents, unread, archive, limits }: Deps) {
  const inConversation = async <T>(
    member: { id: number },
    { conversationId }: { conversationId: number },
    work: (otherId: number) => Promise<Result<T>>,
  ) => {
    const other = await keys.otherOf(member.id, { conversation_id: conversationId });
    return other.ok ? answer(await work(other.value)) : other;
  };
  return defineCalls({
    'GET /api/messages/c/:conversationId': async ({ member, params, query }) => {
      const other = await keys.otherOf(member.id, { conversation_id: params.conversationId });
      return answer(
        other.ok
          ? await threads.withMember(member.id, other.value, query)
          : await threads.ofTeam(member.id, params.conversationId, query),
      );
    },
    'GET /api/messages/c/:conversationId/team': async ({ member, params }) =>
      answer(await teams.info(member.id, params.conversationId)),
    'PUT /api/messages/c/:conversationId/notify': async ({ member, params, query, body }) =>
      (await limits.take('changeByMember', member.id)) ??
      answer(await teams.setNotify(member.id, params.conversationId, { ...body, seen: query.version })),
    'GET /api/messages/c/:conversationId/files': async ({ member, params, query }) =>
      answer(await contents.files(member.id, params.conversationId, query)),
    'GET /api/messages/c/:conversationId/links': async ({ member, params, query }) => {
      const found = await contents.links(member.id, params.conversationId, query);
      if (!found.ok) return found;
      const { page, workMs } = found.value;
      await chargeBeyond(limits, member.id, 'GET /api/messages/c/:conversationId/links', workMs);
      return ok({ data: page });
    },
    'GET /api/messages/c/:conversationId/requests': ({ member, params }) =>
      inConversation(member, params, async (otherId) => ok(await requestCards.between(member.id, otherId))),
    'PUT /api/messages/c/:conversationId/read': async ({ member, params, body }) =>
      answer(await unread.markRead(member.id, { conversation_id: params.conversationId }, body.up_to ?? null)),
    'PUT /api/messages/c/:conversationId/unread': async ({ member, params, body }) =>
      (await limits.take('changeByMember', member.id)) ??
      answer(await unread.markUnread(member.id, { conversation_id: params.conversationId, ...body })),
    'PUT /api/messages/c/:conversationId/archive': async ({ member, params, body }) =>
      (await limits.take('changeByMember', member.id)) ??
      answer(await archive.archive(member.id, { conversation_id: params.conversationId, ...body })),
    'DELETE /api/messages/c/:conversationId/archive': async ({ member, params, body }) =>
      (await limits.take('changeByMember', member.id)) ??
      answer(await archive.unarchive(member.id, { conversation_id: params.conversationId, ...body })),
  });
}

const attachmentCalls = ({ attachments, limits }: Deps) =>
  defineCalls({
    'POST /api/attachments': async ({ member, body }) =>
      (await limits.take('uploadByMember', member.id)) ??
      answer(await attachments.start(member.id, { ...body, id: body.id.toLowerCase() })),
    'PUT /api/attachments/:attachmentId/content': async ({ member, params, query, body }) =>
      answer(await attachments.receive(member.id, params.attachmentId.toLowerCase(), query.offset, body)),
    'DELETE /api/attachments/:attachmentId': async ({ member, params }) =>
      answer(await attachments.drop(member.id, params.attachmentId.toLowerCase())),
    'GET /api/attachments/links': async ({ member, query }) =>
      ok({
        data: {
          links: await attachments.links({ userId: member.id, sessionId: member.sessionId }, query.ids.split(',')),
        },
      }),
  });

const searchCalls = ({ search, limits }: Deps) =>
  defineCalls({
    'GET /api/search/messages': async ({ member, query }) => {
      const refused = await limits.take('searchByMember', member.id);
      if (refused) return refused;
      const { page, workMs } = await search.messages(member.id, query);
      await chargeBeyond(limits, member.id, 'GET /api/search/messages', workMs);
      return ok({ data: page });
    },
    'GET /api/search/people': async ({ member, query }) =>
      (await limits.take('peopleByMember', member.id)) ?? ok({ data: await search.people(member.id, query) }),
    'GET /api/search/projects': async ({ member, query }) =>
      (await limits.take('searchByMember', member.id)) ?? ok({ data: await search.projects(member.id, query.q ?? '') }),
  });
