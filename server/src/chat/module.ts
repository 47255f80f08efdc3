import type { FastifyInstance } from 'fastify';
import type { ContactLimits } from '../contact/contact.js';
import type { PresenceService } from '../people/people.js';
import type { Lanes } from '../platform/lib/group-commit.js';
import type { Module, Platform } from '../platform/module.js';
import type { LiveContext } from '../platform/realtime/live.js';
import type { InterestsService, JoinRequestsService } from '../requests/requests.js';
import { createMessageActs } from './acts/acts.js';
import { folderStore } from './attachments/file-store.js';
import { registerFileRoutes } from './attachments/files.routes.js';
import { createLinks } from './attachments/links.js';
import { attachmentCalls } from './attachments/routes.js';
import { createAttachmentsService } from './attachments/service.js';
import { createConversations } from './conversations/conversations.js';
import { chatLive } from './live.js';
import { chatExport, chatOwnTables } from './member-data.queries.js';
import { createCheckedWriter } from './messages/checked-writer.js';
import { messageCalls } from './messages/routes.js';
import { createMessagesService } from './messages/service.js';
import { createMessageWriter } from './messages/writer.js';
import { chatMetrics } from './metrics.js';
import { chatRefresh } from './refresh.js';
import { requestCardCalls } from './request-cards/routes.js';
import { createConversationRequestsService } from './request-cards/service.js';
import { createSavedMessages } from './saved/saved.js';
import { savedMessageCalls } from './saved/saved.routes.js';
import { indexHandler } from './search/indexer.js';
import { searchCalls } from './search/routes.js';
import { createSearchService } from './search/service.js';
import { chatSweeps } from './sweep.queries.js';
import { createUnreadMarks } from './unread/unread-marks.js';

/**
 * On PostgreSQL a batch that takes longer than most has a second one at the same time; the embedded database has one connection. With
 * other servers a batch waits for a second turn of the event loop, which makes a message cheaper there (docs/performance.md).
 */
const WRITER_LANES = {
  alone: { count: 2, nextAfterMs: 5, turns: 1 },
  withOthers: { count: 2, nextAfterMs: 5, turns: 2 },
  embedded: { count: 1, nextAfterMs: 0, turns: 1 },
} satisfies Record<string, Lanes>;

/** Conversations, messages and what belongs to them: reactions, pins, saved messages, attachments, search. */
export function createChat(
  platform: Platform,
  below: {
    contactLimits: ContactLimits;
    presence: PresenceService;
    joinRequests: JoinRequestsService;
    interests: InterestsService;
  },
) {
  const { config, db, run, bus, clock, log, measure, limits, timings, jwtSecret, embedded, others } = platform;
  const { contactLimits, presence, joinRequests, interests } = below;
  const lanes = embedded ? WRITER_LANES.embedded : others ? WRITER_LANES.withOthers : WRITER_LANES.alone;
  const base = { bus, clock, log, measure, lanes };
  const checked = createCheckedWriter({ ...base, db, contactLimits, holdsStrangers: config.messageRequests });
  const writer = createMessageWriter({ ...base, run, check: checked.add, holds: checked.holds });
  const conversations = createConversations(db);
  const messages = createMessagesService({ db, bus, clock, conversations, writer, checked, contactLimits });
  const messageActs = createMessageActs({ db, bus, clock });
  const unreadMarks = createUnreadMarks({ db, bus, clock, unreadFor: messages.unreadFor });
  const savedMessages = createSavedMessages({ db, bus, clock });
  const files = folderStore(config.filesDir);
  const attachments = createAttachmentsService({ db, clock, files, links: createLinks({ jwtSecret, clock }) });
  const requestCards = createConversationRequestsService({ db, joinRequests, interests });
  const search = createSearchService({ db, bus, clock });

  return {
    calls: {
      ...messageCalls({ messages, messageActs, unreadMarks, limits, presenceOf: presence.current }),
      ...savedMessageCalls({ savedMessages, limits }),
      ...attachmentCalls({ attachments, limits }),
      ...requestCardCalls(requestCards),
      ...searchCalls({ search, limits }),
    },
    routes: (app: FastifyInstance) => registerFileRoutes(app, attachments),
    live: (context: LiveContext) =>
      chatLive(context, { messages, messageActs, unreadMarks, savedMessages, presence, log, timings: timings.unread }),
    refresh: chatRefresh({ messages, savedMessages }),
    exportPart: chatExport,
    ownTables: chatOwnTables,
    sweeps: chatSweeps(files),
    jobs: [indexHandler({ db, bus, clock })],
    metrics: chatMetrics({ bus, clock, unanswered: () => writer.unanswered() + checked.unanswered() }),
    /** Resolves once every message that has arrived is committed and answered. */
    async drained() {
      // The first hands some on to the other.
      await writer.drained();
      await checked.drained();
    },
  } satisfies Module & Record<string, unknown>;
}
