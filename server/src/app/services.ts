import type { Logger } from 'pino';
import { createMessageActs } from '../chat/acts/acts.js';
import { folderStore } from '../chat/attachments/file-store.js';
import { createLinks } from '../chat/attachments/links.js';
import { createAttachmentsService } from '../chat/attachments/service.js';
import { createConversations } from '../chat/conversations/conversations.js';
import { createCheckedWriter } from '../chat/messages/checked-writer.js';
import { createMessagesService } from '../chat/messages/service.js';
import { createMessageWriter } from '../chat/messages/writer.js';
import { createSavedMessages } from '../chat/saved/saved.js';
import { indexHandler } from '../chat/search/indexer.js';
import { createSearchService } from '../chat/search/service.js';
import { createUnreadMarks } from '../chat/unread/unread-marks.js';
import type { Config } from '../config.js';
import { createBlocksService } from '../contact/blocks/service.js';
import { createKnocks } from '../contact/limits/service.js';
import { createMessageRequestsService } from '../contact/message-requests/service.js';
import { createChoicesService } from '../notices/choices/service.js';
import { createInboxService } from '../notices/notifications/service.js';
import { createUnreadMails } from '../notices/unread-mail/create.js';
import { createPushes } from '../notices/web-push/create.js';
import type { PushNetwork } from '../notices/web-push/network.js';
import { createProve } from '../people/account/proof.js';
import { createAccountService } from '../people/account/service.js';
import { confirmLinkHandler } from '../people/address/confirm-link-mail.js';
import { createAddresses } from '../people/address/service.js';
import { createMemberMails } from '../people/mails/member-mails.js';
import { createAccountOf } from '../people/oauth/accounts.js';
import { configuredProviders, offeredProviders } from '../people/oauth/configured.js';
import { createFlows } from '../people/oauth/flows.js';
import { createLinking } from '../people/oauth/linking.js';
import { createOauthService } from '../people/oauth/service.js';
import { createPresenceService } from '../people/presence/service.js';
import { createUsersService } from '../people/profile/service.js';
import { createDevices } from '../people/sign-in/devices.js';
import { dropResets } from '../people/sign-in/password-reset.queries.js';
import { createPasswordResets } from '../people/sign-in/password-reset.service.js';
import { createPasswords, type PasswordCost } from '../people/sign-in/passwords.js';
import { resetLinkHandler } from '../people/sign-in/reset-link-mail.js';
import { createAuthService } from '../people/sign-in/service.js';
import { createSessionUse } from '../people/sign-in/session-use.js';
import { createSessions } from '../people/sign-in/sessions.js';
import type { Tokens } from '../people/sign-in/tokens.js';
import type { Database } from '../platform/db/database.js';
import type { DomainEvents } from '../platform/events.js';
import type { Bus } from '../platform/lib/bus.js';
import type { Clock } from '../platform/lib/clock.js';
import type { Lanes } from '../platform/lib/group-commit.js';
import { createMailer } from '../platform/mail/mailer.js';
import type { Measurements } from '../platform/measurements.js';
import type { Timings } from '../platform/timings.js';
import { tellFollowersHandler } from '../projects/followed-skills/tell.js';
import { createProjectLifeService } from '../projects/lifecycle/service.js';
import { listingEndHandler } from '../projects/projects/listing.js';
import { createProjectsService } from '../projects/projects/service.js';
import { createSuited } from '../projects/projects/suited.js';
import { createProjectOffersService } from '../projects/transfers/acts.js';
import { createOffersService } from '../projects/transfers/service.js';
import { createConversationRequestsService } from '../requests/between/service.js';
import { createInterestsService } from '../requests/interests/service.js';
import { requestClockHandler } from '../requests/join-requests/deadline.js';
import { createJoinRequestsService } from '../requests/join-requests/service.js';
import { offerEndHandler } from '../requests/waitlist/offer-clock.js';
import { createOpenLine } from '../requests/waitlist/open-line.js';
import { createAuditService } from '../trust/audit/service.js';
import { endOwnHandler } from '../trust/moderation/end-own.js';
import { createModerationService } from '../trust/moderation/service.js';
import { createReportsService } from '../trust/reports/service.js';
import { createDashboardService } from './dashboard/service.js';
import { eraseHandler } from './member-data/erase.js';
import { leaveAllHandler } from './member-data/leave-all.js';
import { createProjectPagesService } from './project-page/service.js';
import { createRefreshService } from './refresh/service.js';
import { createSuggestions } from './suggestions/service.js';

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
