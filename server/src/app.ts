import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createMetrics, registerMetricsRoute } from './app/metrics/metrics.js';
import { createModules } from './app/modules.js';
import { createSweeper, type Sweeper } from './app/sweeper/sweeper.js';
import type { Config } from './config.js';
import { publicNetwork, type WebPushNetwork } from './notices/web-push/network.js';
import { isConfirmedAddress } from './people/people.js';
import { type CommonPasswords, createCommonPasswords } from './people/sign-in/common-passwords.js';
import { PASSWORD_COST, type PasswordCost } from './people/sign-in/password-hashes.js';
import { createTokens } from './people/sign-in/tokens.js';
import type { Database } from './platform/db/database.js';
import { createMailer } from './platform/email/mailer.js';
import type { DomainEvents } from './platform/events.js';
import { registerDocsPage } from './platform/http/api-docs.js';
import { refuseFloods, registerApiLimit } from './platform/http/api-limit.js';
import { boundPipelining, closingConnections, cutUndrained, ignoreOtherUpgrades } from './platform/http/connections.js';
import { registerCalls } from './platform/http/contract-route.js';
import { createFastify } from './platform/http/fastify.js';
import { registerHealth } from './platform/http/health.js';
import { registerPages } from './platform/http/pages.js';
import { refuseUnreadable } from './platform/http/raw-errors.js';
import { createJobWorker, type JobWorker } from './platform/jobs/job-worker.js';
import { countJobs } from './platform/jobs/queries.js';
import { createBus } from './platform/lib/bus.js';
import type { Clock } from './platform/lib/clock.js';
import { withTimeout } from './platform/lib/timers.js';
import { createRateLimits, limitsClientOptions } from './platform/limits/rate-limits.js';
import type { Measurements } from './platform/metrics.js';
import type { Platform } from './platform/module.js';
import { createRealtime, type Realtime } from './platform/realtime/realtime.js';
import { createRedis, type Redis } from './platform/redis/redis.js';
import { createSitePages } from './platform/site/site-pages.js';
import type { Timings } from './platform/timings.js';

export interface AppDeps {
  config: Config;
  database: Database;
  clock: Clock;
  log: Logger;
  jwtSecret: string;
  timings: Timings;
  /** Cost of the password hashes made from now on; most tests use a cheap one. */
  passwordCost?: PasswordCost;
  /** Recognizes common passwords; by default a thread of this application, which ends with it. Tests share one. */
  commonPasswords?: CommonPasswords;
  /** Addresses that web push may reach: public ones; tests run their own push service. */
  webPushNetwork?: WebPushNetwork;
}

export interface App {
  fastify: FastifyInstance;
  /**
   * With other servers: answers 503 at `/readyz` and, once the balancer has noticed, refuses new connections and closes open ones
   * gradually, so that clients reconnect elsewhere. Everything else is served in the meantime. Without other servers it does nothing.
   */
  drain(): Promise<void>;
  /** Finishes work in flight (messages are committed and acknowledged), then closes sockets and HTTP. */
  close(): Promise<void>;
}

/** Builds the application and defines the order in which its parts start and stop. Tests build the same one. */
export async function buildApp({
  config,
  database,
  clock,
  log,
  jwtSecret,
  timings,
  passwordCost = PASSWORD_COST,
  commonPasswords = createCommonPasswords(log),
  webPushNetwork = publicNetwork(),
}: AppDeps): Promise<App> {
  const { db } = database;
  let stopping = false;
  let drained = false;

  const fastify = await createFastify({ config, clock, log, timings });

  const { platform, redis, measurements } = await createPlatform({ config, database, clock, log, jwtSecret, timings });
  const { bus, measure, limits } = platform;
  const tokens = await createTokens(fastify, jwtSecret, clock);
  const modules = await createModules(platform, { tokens, passwordCost, commonPasswords, webPushNetwork });
  const { sessions } = modules;
  registerApiLimit(fastify, { config, limits, sessions });
  const { authenticate, authenticateOwner } = sessions;
  registerCalls(fastify, modules.calls, { authenticate, authenticateOwner, limits, already: modules.already });
  for (const { routes } of modules.all) await routes?.(fastify);
  registerHealth(fastify, { ...timings.http, database, redis, draining: () => stopping });
  await registerDocsPage(fastify);
  await registerPages(fastify, config);

  const http = fastify.server;
  const realtime = await createRealtime({
    http,
    config,
    redis,
    bus,
    clock,
    log,
    timings,
    measure,
    limits,
    sessions,
    otherServers: modules.otherServers,
    live: modules.live,
  });
  guardConnections(http, { config, limits, sessions, drainedWithinMs: timings.http.drainedWithinMs });
  if (config.metricsToken !== null) {
    // After realtime, so that a delivery is measured once its broadcast is sent.
    const registry = createMetrics({
      fastify,
      measurements,
      clock,
      database,
      redis,
      connections: realtime.connections,
      stopping: () => stopping,
      countJobs: () => countJobs(db, clock.now()),
      parts: modules.metrics,
    });
    registerMetricsRoute(fastify, registry, config.metricsToken);
  }
  const sweeper = createSweeper({ db, clock, log, sweeps: modules.sweeps });
  const jobs = createJobWorker({ db, bus, clock, log, timings: timings.jobs, handlers: modules.jobs });
  for (const { start } of modules.all) await start?.();
  sweeper.start();
  jobs.start();

  return {
    fastify,
    async drain() {
      if (redis === null) return;
      stopping = true;
      // Until the balancer has noticed, new requests are served: a refusal would reach a client.
      await sleep(timings.stop.noticedAfterMs);
      realtime.refuseNew();
      await realtime.closeSpread(timings.stop.socketsCloseOverMs);
      drained = true;
    },
    async close() {
      stopping = true;
      const parts = { fastify, database, redis, platform, modules, realtime, sweeper, jobs };
      await stopInOrder(parts, drained ? 'drained' : 'alone');
    },
  };
}

/** Creates the platform of all modules, and the parts that only the application stops or measures. */
async function createPlatform(deps: Pick<AppDeps, 'config' | 'database' | 'clock' | 'log' | 'jwtSecret' | 'timings'>) {
  const { config, database, clock, log, jwtSecret, timings } = deps;
  const { db } = database;
  const bus = createBus<DomainEvents>(log);
  database.onLostAnswer(() => bus.publish('events:lost', null));
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
  const mailer = createMailer(config, {
    log,
    timings: timings.email,
    isConfirmed: (address) => isConfirmedAddress(db, address, clock.now()),
  });
  const platform: Platform = {
    config,
    db,
    leaseDb: database.leaseDb,
    run: database.run,
    urgent: database.urgent,
    embedded: database.embedded,
    bus,
    clock,
    log,
    jwtSecret,
    timings,
    measure,
    limits,
    mailer,
    sitePages: createSitePages(config, log),
    hasOtherServers: redis !== null,
  };
  return { platform, redis, measurements };
}

/** Refuses and ends connections that would cost the server more than a client may. */
function guardConnections(
  http: Server,
  { drainedWithinMs, ...deps }: Parameters<typeof refuseFloods>[1] & { drainedWithinMs: number },
): void {
  refuseFloods(http, deps);
  refuseUnreadable(http);
  boundPipelining(http);
  cutUndrained(http, drainedWithinMs);
  ignoreOtherUpgrades(http);
}

/** The running parts of an application. */
interface Running {
  fastify: FastifyInstance;
  database: Database;
  redis: Redis | null;
  platform: Platform;
  modules: Awaited<ReturnType<typeof createModules>>;
  realtime: Realtime;
  sweeper: Sweeper;
  jobs: JobWorker;
}

/** Answers what was sent, ends connections and jobs, and stops the modules: each step within its time. */
async function stopInOrder(parts: Running, how: 'drained' | 'alone'): Promise<void> {
  const { fastify, database, redis, platform, modules, realtime, sweeper, jobs } = parts;
  const { log, timings, mailer } = platform;
  const messagesAnswered = () =>
    withTimeout(modules.messagesDrained(), timings.stop.messagesWithinMs[how], 'some messages have no answer yet').then(
      () => true,
      () => false,
    );
  realtime.pauseReading();
  await messagesAnswered();
  for (const { refuseWaiting } of modules.all) refuseWaiting?.();
  const jobsEnded = jobs.stop(timings.stop.jobsWithinMs[how]);
  await closingConnections(fastify.server, timings.stop.requestsEndWithinMs[how], async () => {
    await realtime.close();
    await fastify.close();
  });
  await jobsEnded;
  // Pending reads of closed requests would keep the steps below waiting, on a busy server beyond the end of the stop.
  database.dismissWaiting();
  const allAnswered = await messagesAnswered();
  const allBroadcast = () =>
    withTimeout(realtime.finish(), timings.stop.broadcastWithinMs, 'the last broadcasts took too long').then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'the last broadcasts were lost; all members refresh');
        return false;
      },
    );
  const stopParts = async () => {
    await sweeper.stop();
    for (const { stop } of modules.all.toReversed()) await stop?.();
  };
  await withTimeout(stopParts(), timings.stop.partsWithinMs[how], 'some parts did not stop in time').catch((error) =>
    log.warn({ err: error }, 'this server’s last writes were cut off; other servers finish them'),
  );
  mailer.close();
  if (!allAnswered) log.warn('some messages have no answer yet: their senders send them again');
  // Members of the other servers refresh then, and get what is stored after this or was not broadcast.
  if (redis === null) return;
  if (allAnswered && (await allBroadcast())) await redis.close();
  else redis.cut();
}
