import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import type { Database } from './db/database.js';
import type { DomainEvents } from './events.js';
import { refuseFloods, registerApiLimit } from './http/api-limit.js';
import { closingConnections } from './http/close.js';
import { contractRoutes } from './http/contract-route.js';
import { createFastify } from './http/fastify.js';
import { registerHealth } from './http/health.js';
import { registerDocsPage } from './http/openapi.js';
import { registerPages } from './http/pages.js';
import { boundPipelining } from './http/pipelining.js';
import { cutUndrained } from './http/undrained.js';
import { refuseUnreadable } from './http/unreadable.js';
import { createBus } from './lib/bus.js';
import type { Clock } from './lib/clock.js';
import { createRateLimits, limitsClientOptions } from './lib/rate-limits.js';
import { createRedis } from './lib/redis.js';
import type { Measurements } from './measurements.js';
import { registerAccountRoutes } from './modules/account/routes.js';
import { createAccountService } from './modules/account/service.js';
import { createDevices } from './modules/auth/devices.js';
import { registerPasswordResetRoutes } from './modules/auth/password-reset.routes.js';
import { createPasswordResets } from './modules/auth/password-reset.service.js';
import { createPasswords, PASSWORD_COST, type PasswordCost } from './modules/auth/passwords.js';
import { resetLinkHandler } from './modules/auth/reset-link-mail.js';
import { registerAuthRoutes, registerMeRoute } from './modules/auth/routes.js';
import { createAuthService } from './modules/auth/service.js';
import { createSessionUse } from './modules/auth/session-use.js';
import { createSessions } from './modules/auth/sessions.js';
import { createTokens } from './modules/auth/tokens.js';
import { registerChoicesRoutes } from './modules/choices/routes.js';
import { createChoicesService } from './modules/choices/service.js';
import { registerConversationRequestRoutes } from './modules/conversation-requests/routes.js';
import { createConversationRequestsService } from './modules/conversation-requests/service.js';
import { registerDashboardRoutes } from './modules/dashboard/routes.js';
import { createDashboardService } from './modules/dashboard/service.js';
import { registerInboxRoutes } from './modules/inbox/routes.js';
import { createInboxService } from './modules/inbox/service.js';
import { registerInterestRoutes } from './modules/interests/routes.js';
import { createInterestsService } from './modules/interests/service.js';
import { countJobs } from './modules/jobs/queries.js';
import { createJobWorker } from './modules/jobs/worker.js';
import { requestClockHandler } from './modules/join-requests/clock.js';
import { offerEndHandler } from './modules/join-requests/offer-clock.js';
import { createOpenLine } from './modules/join-requests/open-line.js';
import { registerJoinRequestRoutes } from './modules/join-requests/routes.js';
import { createJoinRequestsService } from './modules/join-requests/service.js';
import { registerKnocksRoute } from './modules/knocks/routes.js';
import { createKnocks } from './modules/knocks/service.js';
import { createMailer } from './modules/mail/mailer.js';
import { createMemberMails } from './modules/mail/member-mails.js';
import { createConversations } from './modules/messages/conversations.js';
import { registerMessageRoutes } from './modules/messages/routes.js';
import { createMessagesService } from './modules/messages/service.js';
import { createUnansweredWriter } from './modules/messages/unanswered-writer.js';
import { createMessageWriter } from './modules/messages/writer.js';
import { createMetrics } from './modules/metrics/metrics.js';
import { registerMetricsRoute } from './modules/metrics/routes.js';
import { createAccountOf } from './modules/oauth/accounts.js';
import { configuredProviders } from './modules/oauth/configured.js';
import { registerOauthRoutes } from './modules/oauth/routes.js';
import { createOauthService } from './modules/oauth/service.js';
import { registerOfferRoutes } from './modules/offers/routes.js';
import { createOffersService } from './modules/offers/service.js';
import { registerPresenceRoutes } from './modules/presence/routes.js';
import { createPresenceService } from './modules/presence/service.js';
import { createProjectOffersService } from './modules/project-life/offers.js';
import { registerProjectLifeRoutes } from './modules/project-life/routes.js';
import { createProjectLifeService } from './modules/project-life/service.js';
import { registerProjectPreviews } from './modules/project-pages/preview.routes.js';
import { registerProjectPageRoutes } from './modules/project-pages/routes.js';
import { createProjectPagesService } from './modules/project-pages/service.js';
import { listingEndHandler } from './modules/projects/listing.js';
import { registerProjectRoutes } from './modules/projects/routes.js';
import { createProjectsService } from './modules/projects/service.js';
import { createSuited } from './modules/projects/suited.js';
import { createPushes } from './modules/push/create.js';
import { type PushNetwork, publicNetwork } from './modules/push/network.js';
import { registerPushRoutes } from './modules/push/routes.js';
import { createRealtime } from './modules/realtime/realtime.js';
import { registerRefreshRoute } from './modules/refresh/routes.js';
import { createRefreshService } from './modules/refresh/service.js';
import { tellFollowersHandler } from './modules/skill-follows/tell.js';
import { registerSuggestionRoutes } from './modules/suggestions/routes.js';
import { createSuggestions } from './modules/suggestions/service.js';
import { createSweeper } from './modules/sweeper/sweeper.js';
import { createUnreadMails } from './modules/unread-mail/create.js';
import { registerUnsubscribeRoutes } from './modules/unread-mail/routes.js';
import { registerUserRoutes } from './modules/users/routes.js';
import { createUsersService } from './modules/users/service.js';
import { OWN_PROFILE, type OwnProfile } from './modules/users/users.js';
import type { Timings } from './timings.js';

export interface AppDeps {
  config: Config;
  database: Database;
  clock: Clock;
  log: Logger;
  jwtSecret: string;
  timings: Timings;
  /** Of each hash that is made from now on; tests that are not about it take a cheap one. */
  passwordCost?: PasswordCost;
  /** Where pushes may go: public addresses; tests have a push service of their own. */
  pushNetwork?: PushNetwork;
}

export interface App {
  fastify: FastifyInstance;
  /**
   * With other servers: reports 503 at `/readyz` and, once the balancer has noticed, refuses new connections and closes the
   * open ones gradually, so that clients reconnect elsewhere. Everything else is served meanwhile. Without other servers it does nothing.
   */
  drain(): Promise<void>;
  /** Finishes work in flight (messages are committed and acknowledged), then closes sockets and HTTP. */
  close(): Promise<void>;
}

/** On PostgreSQL a batch is written while the next ones form; the embedded database has one connection. */
const WRITER_LANES = { postgres: 2, embedded: 1 };

/** The composition root: the only place that knows every module. Tests build the same application. */
export async function buildApp({
  config,
  database,
  clock,
  log,
  jwtSecret,
  timings,
  passwordCost = PASSWORD_COST,
  pushNetwork = publicNetwork(),
}: AppDeps): Promise<App> {
  const { db, run, pool } = database;
  let stopping = false;
  let drained = false;

  const fastify = await createFastify({ config, log, timings });

  const bus = createBus<DomainEvents>(log);
  const base = { db, bus, clock, log };
  const measurements = createBus<Measurements>(log);
  const measure = measurements.publish;
  const redis = config.redisUrl === null ? null : await createRedis(config.redisUrl, jwtSecret, log, timings.redis);
  const limits = createRateLimits(
    config.rateLimitFactor,
    redis && {
      client: await redis.client('limits', timings.redis.limitsHeartbeat, limitsClientOptions),
      namespace: redis.namespace,
      answeredWithinMs: timings.redis.limitsAnsweredWithinMs,
    },
    (limit) => measure('limit:refused', limit),
  );
  const sessionUse = createSessionUse({ run, clock, log, ...timings.sessionUse });
  const tokens = await createTokens(fastify, jwtSecret, clock);
  const sessions = createSessions({ db, run, clock, tokens, use: sessionUse });
  registerApiLimit(fastify, { config, limits, signedFor: sessions.signedFor });
  const users = createUsersService({ db, bus });
  const passwords = createPasswords(passwordCost);
  const auth = createAuthService({ db, bus, users, sessions, passwords });
  const { publicUrl } = config;
  const secure = publicUrl.startsWith('https:');
  const devices = createDevices({ db, clock, jwtSecret, secure });
  const mailer = createMailer(config, log, timings.mail);
  const memberMails = createMemberMails({ db, clock, mailer, publicUrl });
  const resets = createPasswordResets({ db, bus, clock, memberMails, passwords, sessions });
  const accountOf = createAccountOf({ db, bus, clock, memberMails, sessions });
  const providers = configuredProviders(config);
  const oauth = createOauthService({ ...base, auth, accountOf, providers, publicUrl, ...timings.oauth });
  const presence = createPresenceService({ ...base, others: redis !== null, timings: timings.presence });
  const lanes = database.embedded ? WRITER_LANES.embedded : WRITER_LANES.postgres;
  const writer = createMessageWriter({ run, bus, clock, log, measure, lanes });
  const knocks = createKnocks({ db, clock, factor: config.rateLimitFactor });
  const unanswered = createUnansweredWriter({ db, bus, clock, log, measure, lanes, knocks });
  const conversations = createConversations(db);
  const messages = createMessagesService({ db, bus, clock, conversations, writer, unanswered, knocks });
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
  const choices = createChoicesService({ db, bus, mails: config.smtpUrl !== null });
  const refresh = createRefreshService({ sessions, messages, joinRequests, interests, inbox, choices });
  const unreadMails = createUnreadMails({ ...base, config, mailer, presence, jwtSecret, timings: timings.unreadMail });
  const dashboard = createDashboardService({ db, bus, clock, log, timings: timings.uptime });

  const route = contractRoutes(fastify, sessions.authenticate, limits);
  registerAuthRoutes(route, { auth, devices, limits });
  registerMeRoute(contractRoutes(fastify, sessions.authenticateReading<OwnProfile>(OWN_PROFILE), limits));
  registerPasswordResetRoutes(route, { resets, devices, limits });
  registerOauthRoutes(fastify, route, { oauth, limits, secure });
  registerUserRoutes(route, users);
  registerSuggestionRoutes(route, createSuggestions({ db, clock }));
  registerPresenceRoutes(route, presence);
  registerMessageRoutes(route, { messages, limits, presenceOf: presence.current });
  registerProjectRoutes(route, { projects, suited: createSuited({ db, clock }), limits });
  registerProjectLifeRoutes(route, { projectLife, projectOffers, limits });
  registerOfferRoutes(route, offers);
  registerProjectPreviews(fastify, { projectPages, publicUrl });
  registerProjectPageRoutes(route, projectPages);
  registerInterestRoutes(route, { interests, limits });
  registerJoinRequestRoutes(route, { joinRequests, limits });
  registerKnocksRoute(route, knocks);
  registerConversationRequestRoutes(route, conversationRequests);
  registerInboxRoutes(route, inbox);
  const account = createAccountService({ db, bus, sessions, passwords, memberMails });
  registerAccountRoutes(route, { account, devices, limits });
  registerPushRoutes(route, pushes.service);
  registerChoicesRoutes(route, choices);
  await registerUnsubscribeRoutes(fastify, { ...unreadMails, choices });
  registerDashboardRoutes(route, dashboard);
  registerRefreshRoute(contractRoutes(fastify, refresh.authenticate, limits), refresh);
  registerHealth(fastify, { ...timings.http, database, redis, draining: () => stopping });
  await registerDocsPage(fastify);
  await registerPages(fastify, config);

  const http = fastify.server;
  const realtime = await createRealtime({
    ...{ http, config, redis, bus, clock, log, timings, measure, limits },
    ...{ sessions, messages, presence },
  });
  refuseFloods(http, { config, limits, signedFor: sessions.signedFor });
  refuseUnreadable(http);
  boundPipelining(http);
  cutUndrained(http, timings.http.drainedWithinMs);
  if (config.metricsToken !== null) {
    // After the realtime module, so that a delivery is measured once its pushes are sent.
    const registry = createMetrics({
      ...{ fastify, bus, measurements, clock, pool, redis },
      ...{
        connections: realtime.connections,
        messagesWaiting: () => writer.unanswered() + unanswered.unanswered(),
        stopping: () => stopping,
      },
      countJobs: () => countJobs(db, new Date(clock.nowMs())),
    });
    registerMetricsRoute(fastify, registry, config.metricsToken);
  }
  await presence.start();
  await dashboard.start();
  const sweeper = createSweeper({ db, clock, log });
  sweeper.start();
  sessionUse.start();
  const jobs = createJobWorker({
    ...{ ...base, timings: timings.jobs },
    handlers: [
      resetLinkHandler({ db, clock, mailer, publicUrl }),
      requestClockHandler({ db, bus, clock }),
      listingEndHandler({ db, bus, clock }),
      offerEndHandler({ db, bus, clock }),
      tellFollowersHandler({ db, bus, clock }),
      ...[memberMails, pushes, unreadMails].flatMap(({ handlers }) => handlers),
    ],
  });
  jobs.start();
  await Promise.all([pushes.start(), unreadMails.start()]);

  return {
    fastify,
    async drain() {
      if (redis === null) return;
      stopping = true;
      // Until its balancer has noticed, it takes what comes: a refusal would reach a client.
      await wait(timings.stop.noticedAfterMs);
      realtime.refuseNew();
      await realtime.closeSpread(timings.stop.socketsCloseOverMs);
      drained = true;
    },
    async close() {
      stopping = true;
      const how = drained ? 'drained' : 'alone';
      realtime.pauseReading();
      await Promise.all([writer.drained(), unanswered.drained()]);
      await closingConnections(http, timings.stop.requestsEndWithinMs[how], async () => {
        await realtime.close();
        await fastify.close();
      });
      await Promise.all([writer.drained(), unanswered.drained()]);
      await sweeper.stop();
      await sessionUse.stop();
      await dashboard.stop();
      await presence.stop();
      await Promise.all([pushes.stop(), unreadMails.stop()]);
      await jobs.stop(timings.stop.jobsWithinMs[how]);
      mailer.close();
      await redis?.close();
    },
  };
}
