import type { FastifyInstance } from 'fastify';
import { registerFileRoutes } from '../chat/attachments/files.routes.js';
import { registerAttachmentRoutes } from '../chat/attachments/routes.js';
import { registerMessageRoutes } from '../chat/messages/routes.js';
import { registerSavedMessageRoutes } from '../chat/saved/saved.routes.js';
import { registerSearchRoutes } from '../chat/search/routes.js';
import type { Config } from '../config.js';
import { registerBlockRoutes } from '../contact/blocks/routes.js';
import { registerKnocksRoute } from '../contact/limits/routes.js';
import { registerMessageRequestRoutes } from '../contact/message-requests/routes.js';
import { registerChoicesRoutes } from '../notices/choices/routes.js';
import { registerInboxRoutes } from '../notices/notifications/routes.js';
import { registerUnsubscribeRoutes } from '../notices/unread-mail/routes.js';
import { registerPushRoutes } from '../notices/web-push/routes.js';
import { registerAccountRoutes } from '../people/account/routes.js';
import { registerOauthRoutes } from '../people/oauth/routes.js';
import { registerPresenceRoutes } from '../people/presence/routes.js';
import type { OwnProfile } from '../people/profile/present.js';
import { OWN_PROFILE } from '../people/profile/queries.js';
import { registerUserRoutes } from '../people/profile/routes.js';
import { registerPasswordResetRoutes } from '../people/sign-in/password-reset.routes.js';
import { registerAuthRoutes, registerMeRoute } from '../people/sign-in/routes.js';
import type { Db } from '../platform/db/database.js';
import { contractRoutes } from '../platform/http/contract-route.js';
import type { Clock } from '../platform/lib/clock.js';
import type { RateLimits } from '../platform/lib/rate-limits.js';
import type { Timings } from '../platform/timings.js';
import { registerProjectLifeRoutes } from '../projects/lifecycle/routes.js';
import { registerProjectRoutes } from '../projects/projects/routes.js';
import { registerOfferRoutes } from '../projects/transfers/routes.js';
import { registerConversationRequestRoutes } from '../requests/between/routes.js';
import { registerInterestRoutes } from '../requests/interests/routes.js';
import { registerJoinRequestRoutes } from '../requests/join-requests/routes.js';
import { registerAuditRoutes } from '../trust/audit/routes.js';
import { registerModerationRoutes } from '../trust/moderation/routes.js';
import { registerReportRoutes } from '../trust/reports/routes.js';
import { registerDashboardRoutes } from './dashboard/routes.js';
import { registerExportRoute } from './member-data/export.routes.js';
import { registerProjectPreviews } from './project-page/preview.routes.js';
import { registerProjectPageRoutes } from './project-page/routes.js';
import { registerRefreshRoute } from './refresh/routes.js';
import type { Services } from './services.js';
import { registerSuggestionRoutes } from './suggestions/routes.js';

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
