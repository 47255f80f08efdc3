import type { Logger } from 'pino';
import type { Config } from './config.js';
import type { Database } from './db/database.js';
import type { DomainEvents } from './events.js';
import type { Bus } from './lib/bus.js';
import type { Clock } from './lib/clock.js';
import type { Lanes } from './lib/group-commit.js';
import type { Measurements } from './measurements.js';
import { eraseHandler } from './modules/account/erase.js';
import { leaveAllHandler } from './modules/account/leave-all.js';
import { createProve } from './modules/account/proof.js';
import { createAccountService } from './modules/account/service.js';
import { confirmLinkHandler } from './modules/address/confirm-link-mail.js';
import { createAddresses } from './modules/address/service.js';
import { folderStore } from './modules/attachments/attachments.js';
import { createLinks } from './modules/attachments/links.js';
import { createAttachmentsService } from './modules/attachments/service.js';
import { createAuditService } from './modules/audit/service.js';
import { dropResets } from './modules/auth/auth.js';
import { createDevices } from './modules/auth/devices.js';
import { createPasswordResets } from './modules/auth/password-reset.service.js';
import { createPasswords, type PasswordCost } from './modules/auth/passwords.js';
import { resetLinkHandler } from './modules/auth/reset-link-mail.js';
import { createAuthService } from './modules/auth/service.js';
import { createSessionUse } from './modules/auth/session-use.js';
import { createSessions } from './modules/auth/sessions.js';
import type { Tokens } from './modules/auth/tokens.js';
import { createBlocksService } from './modules/blocks/service.js';
import { createChoicesService } from './modules/choices/service.js';
import { createConversationRequestsService } from './modules/conversation-requests/service.js';
import { createDashboardService } from './modules/dashboard/service.js';
import { createInboxService } from './modules/inbox/service.js';
import { createInterestsService } from './modules/interests/service.js';
import { requestClockHandler } from './modules/join-requests/clock.js';
import { offerEndHandler } from './modules/join-requests/offer-clock.js';
import { createOpenLine } from './modules/join-requests/open-line.js';
import { createJoinRequestsService } from './modules/join-requests/service.js';
import { createKnocks } from './modules/knocks/service.js';
import { createMailer } from './modules/mail/mailer.js';
import { createMemberMails } from './modules/mail/member-mails.js';
import { createMessageRequestsService } from './modules/message-requests/service.js';
import { createMessageActs } from './modules/messages/acts.js';
import { createCheckedWriter } from './modules/messages/checked-writer.js';
import { createConversations } from './modules/messages/conversations.js';
import { createSavedMessages } from './modules/messages/saved.js';
import { createMessagesService } from './modules/messages/service.js';
import { createUnreadMarks } from './modules/messages/unread-marks.js';
import { createMessageWriter } from './modules/messages/writer.js';
import { endOwnHandler } from './modules/moderation/end-own.js';
import { createModerationService } from './modules/moderation/service.js';
import { createAccountOf } from './modules/oauth/accounts.js';
import { configuredProviders, offeredProviders } from './modules/oauth/configured.js';
import { createFlows } from './modules/oauth/flows.js';
import { createLinking } from './modules/oauth/linking.js';
import { createOauthService } from './modules/oauth/service.js';
import { createOffersService } from './modules/offers/service.js';
import { createPresenceService } from './modules/presence/service.js';
import { createProjectOffersService } from './modules/project-life/offers.js';
import { createProjectLifeService } from './modules/project-life/service.js';
import { createProjectPagesService } from './modules/project-pages/service.js';
import { listingEndHandler } from './modules/projects/listing.js';
import { createProjectsService } from './modules/projects/service.js';
import { createSuited } from './modules/projects/suited.js';
import { createPushes } from './modules/push/create.js';
import type { PushNetwork } from './modules/push/network.js';
import { createRefreshService } from './modules/refresh/service.js';
import { createReportsService } from './modules/reports/service.js';
import { indexHandler } from './modules/search/indexer.js';
import { createSearchService } from './modules/search/service.js';
import { tellFollowersHandler } from './modules/skill-follows/tell.js';
import { createSuggestions } from './modules/suggestions/service.js';
import { createUnreadMails } from './modules/unread-mail/create.js';
import { createUsersService } from './modules/users/service.js';
import type { Timings } from './timings.js';

/**
 * On PostgreSQL a batch that takes longer than most has a second one beside it; the embedded database has one connection. Beside
 * other servers a batch waits for a second turn of the event loop, which makes a message cheaper there (docs/performance.md).
 */
const WRITER_LANES = {
  alone: { count: 2, nextAfterMs: 5, turns: 1 },
  besideOthers: { count: 2, nextAfterMs: 5, turns: 2 },
  embedded: { count: 1, nextAfterMs: 0, turns: 1 },
} satisfies Record<string, Lanes>;

export interface ServicesDeps {
  config: Config;
  database: Database;
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
  jwtSecret: string;
  tokens: Tokens;
  timings: Timings;
  /** Whether other servers serve the same members. */
  others: boolean;
  measure: Bus<Measurements>['publish'];
  passwordCost: PasswordCost;
  pushNetwork: PushNetwork;
}

export type Services = Awaited<ReturnType<typeof createServices>>;

/** Every module's service, each with what it needs of the others. Nothing runs yet: `app.ts` starts and stops them. */
export async function createServices({
  config,
  database,
  bus,
  clock,
  log,
  jwtSecret,
  tokens,
  timings,
  others,
  measure,
  passwordCost,
  pushNetwork,
}: ServicesDeps) {
  const { db, run } = database;
  const { publicUrl } = config;
  const base = { db, bus, clock, log };
  const sessionUse = createSessionUse({ run, clock, log, ...timings.sessionUse });
  const sessions = createSessions({ db, run, clock, tokens, use: sessionUse });
  const users = createUsersService({ db, bus, policy: config });
  const mailer = createMailer(config, log, timings.mail);
  const memberMails = createMemberMails({ db, clock, mailer, publicUrl });
  const welcomes = config.smtpUrl !== null || config.requireVerifiedEmail;
  const addresses = createAddresses({ ...base, users, welcomes, memberMails, dropResets });
  const passwords = createPasswords(passwordCost);
  const auth = createAuthService({ db, bus, clock, users, addresses, sessions, passwords, memberMails });
  const secure = publicUrl.startsWith('https:');
  const devices = createDevices({ db, clock, jwtSecret, secure });
  const resets = createPasswordResets({ db, bus, clock, memberMails, passwords, sessions });
  const accountOf = createAccountOf({ db, bus, clock, memberMails, sessions });
  const providers = configuredProviders(config);
  const prove = createProve({ db, clock, passwords });
  const flows = createFlows({ log, providers, publicUrl, ...timings.oauth });
  const linking = createLinking({ db, bus, clock, flows, providers, memberMails, prove });
  const oauth = createOauthService({ db, clock, auth, accountOf, flows, linking, providers });
  const presence = createPresenceService({ ...base, others, timings: timings.presence });
  const lanes = database.embedded ? WRITER_LANES.embedded : others ? WRITER_LANES.besideOthers : WRITER_LANES.alone;
  const knocks = createKnocks({ db, clock, factor: config.rateLimitFactor, policy: config });
  const checked = createCheckedWriter({
    db,
    bus,
    clock,
    log,
    measure,
    lanes,
    knocks,
    holdsStrangers: config.messageRequests,
  });
  const writer = createMessageWriter({
    run,
    bus,
    clock,
    log,
    measure,
    lanes,
    check: checked.add,
    holds: checked.holds,
  });
  const conversations = createConversations(db);
  const messages = createMessagesService({ db, bus, clock, conversations, writer, checked, knocks });
  const messageActs = createMessageActs({ db, bus, clock });
  const unreadMarks = createUnreadMarks({ db, bus, clock, unreadFor: messages.unreadFor });
  const savedMessages = createSavedMessages({ db, bus, clock });
  const files = folderStore(config.filesDir);
  const attachments = createAttachmentsService({ db, clock, files, links: createLinks({ jwtSecret, clock }) });
  const messageRequests = createMessageRequestsService({ db, bus });
  const interests = createInterestsService({ db, bus, clock, knocks });
  const joinRequests = createJoinRequestsService({ db, bus, clock, knocks });
  const conversationRequests = createConversationRequestsService({ db, joinRequests, interests });
  const projects = createProjectsService({ db, bus, clock, openLine: createOpenLine(clock) });
  const projectLife = createProjectLifeService({ db, bus, clock });
  const projectOffers = createProjectOffersService({ db, bus, clock });
  const offers = createOffersService(db);
  const projectPages = createProjectPagesService({ db, projects, interests, joinRequests, offers });
  const inbox = createInboxService({ db, bus, clock });
  const pushes = await createPushes({ db, bus, clock, log, config, network: pushNetwork, timings: timings.push });
  const blocks = createBlocksService({ db, bus, clock });
  const choices = createChoicesService({ db, bus, mails: config.smtpUrl !== null });
  const refresh = createRefreshService({ sessions, messages, joinRequests, interests, inbox, choices, savedMessages });
  const unreadMails = createUnreadMails({ ...base, config, mailer, presence, jwtSecret, timings: timings.unreadMail });
  const dashboard = createDashboardService({ db, bus, clock, log, timings: timings.uptime });
  const audit = createAuditService({ db });
  const offered = offeredProviders(providers);
  const account = createAccountService({
    ...{ db, bus, clock, sessions, passwords, memberMails, addresses, prove, offered },
  });
  const reports = createReportsService({ db, bus, clock });
  const moderation = createModerationService({ db, bus, clock, sessions, memberMails });
  const suited = createSuited({ db, clock });
  const suggestions = createSuggestions({ db, clock });

  const search = createSearchService({ db, bus, clock });

  const jobHandlers = [
    resetLinkHandler({ db, clock, mailer, publicUrl }),
    confirmLinkHandler({ db, clock, mailer, publicUrl }),
    leaveAllHandler({ db, joinRequests, interests, projectLife, projectOffers }),
    eraseHandler({ db, bus, clock }),
    endOwnHandler({ db, bus, clock }),
    requestClockHandler({ db, bus, clock }),
    listingEndHandler({ db, bus, clock }),
    offerEndHandler({ db, bus, clock }),
    tellFollowersHandler({ db, bus, clock }),
    indexHandler({ db, bus, clock }),
    ...[memberMails, pushes, unreadMails].flatMap(({ handlers }) => handlers),
  ];

  return {
    jobHandlers,
    sessionUse,
    sessions,
    users,
    addresses,
    auth,
    secure,
    devices,
    mailer,
    memberMails,
    resets,
    oauth,
    linking,
    presence,
    writer,
    knocks,
    checked,
    conversations,
    messages,
    messageActs,
    unreadMarks,
    savedMessages,
    files,
    attachments,
    messageRequests,
    interests,
    joinRequests,
    conversationRequests,
    projects,
    projectLife,
    projectOffers,
    offers,
    projectPages,
    inbox,
    pushes,
    choices,
    blocks,
    refresh,
    unreadMails,
    dashboard,
    account,
    audit,
    reports,
    moderation,
    search,
    suited,
    suggestions,
  };
}
