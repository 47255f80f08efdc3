import type { FastifyInstance } from 'fastify';
import type { BlockHooks, ContactLimits } from '../contact/contact.js';
import type { PresenceService, Sessions } from '../people/people.js';
import type { Lanes } from '../platform/lib/group-commit.js';
import { createRefuseReading } from '../platform/limits/work.js';
import type { Module, Platform } from '../platform/module.js';
import { createRefusePictureWork } from '../platform/pictures/picture-work.js';
import type { LiveContext } from '../platform/realtime/live.js';
import type { InterestsService, InvitationsService, JoinRequestsService } from '../requests/requests.js';
import { createMessageActs } from './acts/acts.js';
import { createSavedMessages } from './acts/saved.js';
import { createArchive, type HasMuted } from './archived/archived.js';
import { folderStore } from './attachments/file-store.js';
import { registerFileRoutes } from './attachments/files.routes.js';
import { createAttachmentsService } from './attachments/service.js';
import { createLinks } from './attachments/signed-links.js';
import { linkFinder } from './contents/link-finder.js';
import { createContentsService } from './contents/service.js';
import { checkMessagesBetween, createConversationKeys } from './conversations/conversations.js';
import { hideReadMarks, showReadMarks } from './conversations/read-receipts.queries.js';
import { createRequestCards } from './conversations/request-cards.js';
import { createConversationsService } from './conversations/service.js';
import { createTeamsService } from './conversations/teams.js';
import { findTeamsOf } from './conversations/teams.queries.js';
import { chatLive } from './live.js';
import { chatExport, chatOwnTables } from './member-data.queries.js';
import { createCheckedWriter } from './messages/checked-writer.js';
import { insertTexts, insertTextsBesideOlder } from './messages/insert-statement.js';
import { createMessagesService } from './messages/service.js';
import { createThreads } from './messages/threads.js';
import { createMessageWriter } from './messages/writer.js';
import { chatMetrics } from './metrics.js';
import { chatRefresh } from './refresh.js';
import { chatCalls } from './routes.js';
import { indexHandler } from './search/indexer.js';
import { createSearchService } from './search/service.js';
import { chatSweeps } from './sweep.queries.js';
import { createUnreadService } from './unread/service.js';

/**
 * On PostgreSQL a second batch starts if the first takes longer than most do; the embedded database has one connection. With other servers
 * a batch waits for a second turn of the event loop, which makes a message cheaper there (docs/performance.md).
 */
const WRITER_LANES = {
  alone: { count: 2, nextAfterMs: 5, turns: 1 },
  withOthers: { count: 2, nextAfterMs: 5, turns: 2 },
  embedded: { count: 1, nextAfterMs: 0, turns: 1 },
} satisfies Record<string, Lanes>;

/**
 * How many messages are checked at once, each in its own transaction, with a pool of this size. With more, reads wait too long on a busy
 * machine (docs/performance.md).
 */
const checkedLanesOf = (poolSize: number) => Math.max(2, Math.floor(poolSize * 0.4));

/** After a block every message between the two is checked, and neither sees that the other types or how far they have read. */
export const createChatBlockHooks = ({ clock }: Pick<Platform, 'clock'>): BlockHooks => ({
  async blocking(trx, publish, { userId, otherId }) {
    await checkMessagesBetween(trx, userId, otherId);
    await hideReadMarks(trx, userId, otherId);
    // The blocked member isn't notified: typing that they still see ends by itself.
    publish('typing:hidden', { typist_id: otherId, reader_id: userId });
  },
  async unblocked(trx, publish, { userId, otherId }) {
    for (const receipt of await showReadMarks(trx, userId, otherId, clock.now()))
      publish('messages:read', { ...receipt, is_told: true });
    const conversation_ids = await findTeamsOf(trx, userId, otherId);
    if (conversation_ids.length > 0) publish('team-marks:shown', { conversation_ids });
  },
});

/** Conversations, messages and what belongs to them: reactions, pins, saved messages, attachments, search. */
export function createChat(
  platform: Platform,
  below: {
    contactLimits: ContactLimits;
    presence: PresenceService;
    sessions: Pick<Sessions, 'authenticateAhead'>;
    joinRequests: JoinRequestsService;
    interests: InterestsService;
    invitations: InvitationsService;
    hasMuted: HasMuted;
  },
) {
  const { config, db, urgent, bus, clock, log, measure, limits, timings, jwtSecret, embedded, hasOtherServers } =
    platform;
  const { sessions, contactLimits, presence, joinRequests, interests, invitations, hasMuted } = below;
  const lanes = embedded ? WRITER_LANES.embedded : hasOtherServers ? WRITER_LANES.withOthers : WRITER_LANES.alone;
  const texts = () => (presence.mayBeBesideOlder() ? insertTextsBesideOlder : insertTexts);
  const keys = createConversationKeys(urgent.db);
  const base = { bus, clock, log, measure, timings: timings.messages, conversations: keys };
  const checked = createCheckedWriter({
    ...base,
    lanes: embedded ? 1 : checkedLanesOf(config.databasePool),
    texts: () => texts().checked,
    db: urgent.db,
    contactLimits,
    messageRequests: config.messageRequests,
  });
  const writer = createMessageWriter({
    ...base,
    lanes,
    texts: () => texts().batch,
    run: urgent.run,
    check: checked.add,
    holds: checked.holds,
  });
  const messages = createMessagesService({ db: urgent.db, clock, conversations: keys, writer, checked, contactLimits });
  const conversations = createConversationsService(db, clock);
  const teams = createTeamsService(platform);
  const unread = createUnreadService(platform);
  const archive = createArchive({ unread, hasMuted });
  const messageActs = createMessageActs(platform);
  const savedMessages = createSavedMessages(platform);
  const contents = createContentsService(platform);
  const files = folderStore(config.filesDir);
  const attachments = createAttachmentsService({
    db,
    clock,
    files,
    links: createLinks({ jwtSecret, clock }),
    refuseWork: createRefusePictureWork(limits),
    refuseReading: createRefuseReading(limits),
  });
  const requestCards = createRequestCards({ db, joinRequests, interests, invitations });
  const search = createSearchService(platform);

  return {
    calls: chatCalls({
      messages,
      conversations,
      threads: createThreads(db, clock),
      teams,
      unread,
      archive,
      messageActs,
      savedMessages,
      attachments,
      requestCards,
      contents,
      search,
      keys,
      limits,
      presenceOf: presence.ofSender,
      authenticateSender: sessions.authenticateAhead,
    }),
    routes: (app: FastifyInstance) => registerFileRoutes(app, attachments),
    live: (context: LiveContext) =>
      chatLive(context, {
        db,
        messages,
        keys,
        teams,
        messageActs,
        unread,
        archive,
        savedMessages,
        presence,
        clock,
        log,
        timings,
      }),
    refresh: chatRefresh({ conversations, teams, unread, savedMessages }),
    exportPart: chatExport,
    ownTables: chatOwnTables,
    sweeps: chatSweeps(files, presence.mayBeBesideOlder),
    jobs: [indexHandler(platform), linkFinder(platform)],
    metrics: chatMetrics({ bus, clock, unansweredCount: () => writer.unansweredCount() + checked.unansweredCount() }),
    /** Resolves once every received message is committed and answered. */
    async drained() {
      // The writer passes some messages on to the checked writer.
      await writer.drained();
      await checked.drained();
    },
  } satisfies Module & Record<string, unknown>;
}
