import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../platform/db/database.js';
import { hasHungUp, sendError } from '../../platform/http/error-handler.js';
import type { JobCount } from '../../platform/jobs/queries.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { appError } from '../../platform/lib/result.js';
import { tokenHash } from '../../platform/lib/secrets.js';
import { LATENCY_S, type Measurements, type MetricsPart } from '../../platform/metrics.js';
import type { Redis } from '../../platform/redis/redis.js';

/** The sources of the metrics. Gauges are read on every scrape. */
interface MetricSources {
  fastify: FastifyInstance;
  measurements: Bus<Measurements>;
  clock: Clock;
  database: Pick<Database, 'pool' | 'waiting'>;
  redis: Redis | null;
  connections: () => number;
  stopping: () => boolean;
  /** Counts the jobs of all servers by kind. */
  countJobs: () => Promise<JobCount[]>;
  /** The metrics of the subjects. */
  parts: readonly MetricsPart[];
}

const MS = 1_000;

/** Creates every metric of `/metrics`. docs/operations.md explains how to read them. */
export function createMetrics(measured: MetricSources): Registry {
  const registry = new Registry();
  const registers = [registry];
  // Process and Node.js: CPU, memory, garbage collection, event loop lag.
  collectDefaultMetrics({ register: registry });
  gauges(measured, registers);
  requests(measured, registers);
  jobs(measured, registers);
  for (const part of measured.parts) part({ registers, measurements: measured.measurements });
  return registry;
}

function gauges(
  { database: { pool, waiting }, redis, connections, stopping }: MetricSources,
  registers: Registry[],
): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('sangam_connections', 'Open sockets on this server.', connections);
  gauge('sangam_database_connections', 'Open connections to the database.', () => pool.totalCount);
  gauge('sangam_database_connections_idle', 'Idle connections to the database.', () => pool.idleCount);
  gauge('sangam_database_waiting', 'Statements waiting for a connection.', waiting);
  gauge('sangam_stopping', '1 after the stop signal.', () => Number(stopping()));
  if (redis === null) return;
  gauge('sangam_redis_up', '1 while every connection to Redis is up.', () => Number(redis.isUp()));
}

function jobs({ clock, countJobs }: MetricSources, registers: Registry[]): void {
  let jobCounts: Promise<JobCount[]> | null = null;
  // Runs one statement per scrape. Without the database these metrics have no samples, but the others must still be served.
  const counts = () => {
    jobCounts ??= countJobs()
      .catch(() => [])
      .finally(() => (jobCounts = null));
    return jobCounts;
  };
  const gauge = (name: string, help: string, read: (count: JobCount) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers,
      async collect() {
        this.reset();
        for (const count of await counts()) this.set({ kind: count.kind }, read(count));
      },
    });
  gauge('sangam_jobs_waiting', 'Unfinished jobs, including those due later.', ({ waiting }) => waiting);
  gauge('sangam_jobs_failed', 'Jobs given up after their last attempt.', ({ failed }) => failed);
  gauge('sangam_jobs_overdue_seconds', 'Delay of the oldest due job.', ({ oldest_due_at }) =>
    oldest_due_at === null ? 0 : (clock.nowMs() - oldest_due_at.getTime()) / MS,
  );
}

function requests({ fastify, measurements }: MetricSources, registers: Registry[]): void {
  const answered = new Histogram({
    name: 'sangam_http_request_seconds',
    help: 'HTTP requests, by the pattern of their route.',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_S,
    registers,
  });
  const limited = new Counter({
    name: 'sangam_rate_limited_total',
    help: 'Requests and events refused by a rate limit.',
    labelNames: ['limit'],
    registers,
  });
  fastify.addHook('onResponse', async (request, reply) => {
    if (hasHungUp(request.raw)) return;
    const { method, routeOptions } = request;
    const { url = 'none' } = routeOptions;
    const route = url.startsWith('/assets/') ? '/assets/*' : url;
    answered.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / MS);
  });
  const refused = new Counter({
    name: 'sangam_event_refusals_total',
    help: 'Socket events that were answered with an error.',
    labelNames: ['code'],
    registers,
  });
  measurements.on('event:refused', (code) => refused.inc({ code }));
  measurements.on('limit:refused', (limit) => limited.inc({ limit }));
}

/** Serves `/metrics` in Prometheus' text format to bearers of the token. */
export function registerMetricsRoute(app: FastifyInstance, registry: Registry, token: string): void {
  const expected = tokenHash(token);
  app.get('/metrics', async (request, reply) => {
    const bearerToken = /^Bearer (\S+)$/iu.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(tokenHash(bearerToken), expected)) return sendError(reply, appError('UNAUTHORIZED'));
    return reply
      .header('Cache-Control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}
