import type { FastifyInstance } from 'fastify';
import type { Config } from './config.js';
import type { Db } from './db/database.js';
import { contractRoutes } from './http/contract-route.js';
import type { Clock } from './lib/clock.js';
import type { RateLimits } from './lib/rate-limits.js';
import { registerExportRoute } from './modules/account/export.routes.js';
import { registerAccountRoutes } from './modules/account/routes.js';
import { registerFileRoutes } from './modules/attachments/files.routes.js';
import { registerAttachmentRoutes } from './modules/attachments/routes.js';
import { registerAuditRoutes } from './modules/audit/routes.js';
import { registerPasswordResetRoutes } from './modules/auth/password-reset.routes.js';
import { registerAuthRoutes, registerMeRoute } from './modules/auth/routes.js';
import { registerBlockRoutes } from './modules/blocks/routes.js';
import { registerChoicesRoutes } from './modules/choices/routes.js';
import { registerConversationRequestRoutes } from './modules/conversation-requests/routes.js';
import { registerDashboardRoutes } from './modules/dashboard/routes.js';
import { registerInboxRoutes } from './modules/inbox/routes.js';
import { registerInterestRoutes } from './modules/interests/routes.js';
import { registerJoinRequestRoutes } from './modules/join-requests/routes.js';
import { registerKnocksRoute } from './modules/knocks/routes.js';
import { registerMessageRequestRoutes } from './modules/message-requests/routes.js';
import { registerMessageRoutes } from './modules/messages/routes.js';
import { registerSavedMessageRoutes } from './modules/messages/saved.routes.js';
import { registerModerationRoutes } from './modules/moderation/routes.js';
import { registerOauthRoutes } from './modules/oauth/routes.js';
import { registerOfferRoutes } from './modules/offers/routes.js';
import { registerPresenceRoutes } from './modules/presence/routes.js';
import { registerProjectLifeRoutes } from './modules/project-life/routes.js';
import { registerProjectPreviews } from './modules/project-pages/preview.routes.js';
import { registerProjectPageRoutes } from './modules/project-pages/routes.js';
import { registerProjectRoutes } from './modules/projects/routes.js';
import { registerPushRoutes } from './modules/push/routes.js';
import { registerRefreshRoute } from './modules/refresh/routes.js';
import { registerReportRoutes } from './modules/reports/routes.js';
import { registerSearchRoutes } from './modules/search/routes.js';
import { registerSuggestionRoutes } from './modules/suggestions/routes.js';
import { registerUnsubscribeRoutes } from './modules/unread-mail/routes.js';
import { registerUserRoutes } from './modules/users/routes.js';
import { OWN_PROFILE, type OwnProfile } from './modules/users/users.js';
import type { Services } from './services.js';
import type { Timings } from './timings.js';

/** Every module's calls. */
export async function registerRoutes(
  fastify: FastifyInstance,
  services: Services,
  {
    limits,
    config,
    db,
    clock,
    timings,
  }: { limits: RateLimits; config: Config; db: Db; clock: Clock; timings: Timings },
): Promise<void> {
  const { publicUrl } = config;
  const {
    sessions,
    users,
    addresses,
    auth,
    secure,
    unreadMails,
    devices,
    resets,
    oauth,
    linking,
    presence,
    knocks,
    messages,
    messageActs,
    unreadMarks,
    savedMessages,
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
    dashboard,
    account,
    audit,
    reports,
    moderation,
    search,
    suited,
    suggestions,
  } = services;

  const route = contractRoutes(fastify, sessions.authenticate, limits);
  registerAuthRoutes(route, { auth, devices, limits });
  registerMeRoute(contractRoutes(fastify, sessions.authenticateReading<OwnProfile>(OWN_PROFILE), limits), config);
  registerPasswordResetRoutes(route, { resets, devices, limits });
  registerOauthRoutes(fastify, route, { oauth, linking, devices, limits, secure });
  registerUserRoutes(route, { users, limits });
  registerSuggestionRoutes(route, suggestions);
  registerPresenceRoutes(route, presence);
  registerMessageRoutes(route, { messages, messageActs, unreadMarks, limits, presenceOf: presence.current });
  registerSavedMessageRoutes(route, { savedMessages, limits });
  registerAttachmentRoutes(route, { attachments, limits });
  registerFileRoutes(fastify, attachments);
  registerMessageRequestRoutes(route, messageRequests);
  registerProjectRoutes(route, { projects, suited, limits });
  registerProjectLifeRoutes(route, { projectLife, projectOffers, limits });
  registerOfferRoutes(route, offers);
  registerProjectPreviews(fastify, { projectPages, publicUrl });
  registerProjectPageRoutes(route, projectPages);
  registerInterestRoutes(route, { interests, limits });
  registerJoinRequestRoutes(route, { joinRequests, limits });
  registerKnocksRoute(route, knocks);
  registerConversationRequestRoutes(route, conversationRequests);
  registerInboxRoutes(route, inbox);
  registerExportRoute(fastify, { db, clock, sessions, limits, recheckMs: timings.sockets.sessionRecheckMs });
  registerAccountRoutes(route, { account, addresses, devices, limits });
  registerAuditRoutes(route, audit);
  registerSearchRoutes(route, { search, limits });
  registerReportRoutes(route, { reports, limits });
  registerModerationRoutes(route, moderation);
  registerPushRoutes(route, pushes.service);
  registerChoicesRoutes(route, choices);
  registerBlockRoutes(route, blocks);
  await registerUnsubscribeRoutes(fastify, { ...unreadMails, choices });
  registerDashboardRoutes(route, dashboard);
  registerRefreshRoute(contractRoutes(fastify, refresh.authenticate, limits), refresh);
}
