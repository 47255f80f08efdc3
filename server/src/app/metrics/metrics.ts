import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DomainEvents } from '../../platform/events.js';
import type { JobCount } from '../../platform/jobs/queries.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { hasHungUp } from '../../platform/lib/hung-up.js';
import type { Redis } from '../../platform/lib/redis.js';
import type { Measurements } from '../../platform/measurements.js';

/** What is measured. Gauges are read on every scrape. */
export interface Measured {
  fastify: FastifyInstance;
  bus: Bus<DomainEvents>;
  measurements: Bus<Measurements>;
  clock: Clock;
  pool: pg.Pool;
  redis: Redis | null;
  connections: () => number;
  messagesWaiting: () => number;
  stopping: () => boolean;
  /** Of each kind that has rows, of all servers together. */
  countJobs: () => Promise<JobCount[]>;
}

const LATENCY_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const MS = 1_000;

/** Every metric of `/metrics`. docs/operations.md says how to read them. */
export function createMetrics(measured: Measured): Registry {
  const registry = new Registry();
  const registers = [registry];
  // Process and Node.js: CPU, memory, garbage collection, event loop lag.
  collectDefaultMetrics({ register: registry });
  gauges(measured, registers);
  messages(measured, registers);
  requests(measured, registers);
  jobs(measured, registers);
  return registry;
}

function gauges({ pool, redis, connections, messagesWaiting, stopping }: Measured, registers: Registry[]): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('sangam_connections', 'Open sockets of this server.', connections);
  gauge('sangam_message_queue_length', 'Messages that are not answered yet.', messagesWaiting);
  gauge('sangam_database_connections', 'Connections to the database.', () => pool.totalCount);
  gauge('sangam_database_connections_idle', 'Idle connections to the database.', () => pool.idleCount);
  gauge('sangam_database_waiting', 'Statements that wait for a connection.', () => pool.waitingCount);
  gauge('sangam_stopping', '1 once the server was told to stop.', () => Number(stopping()));
  if (redis === null) return;
  gauge('sangam_redis_up', '1 while every connection to Redis is up.', () => Number(redis.isUp()));
}

function jobs({ clock, countJobs }: Measured, registers: Registry[]): void {
  let asked: Promise<JobCount[]> | null = null;
  // One statement for all of a scrape. Without the database these have no samples, and the other metrics are needed most.
  const counts = () => {
    asked ??= countJobs()
      .catch(() => [])
      .finally(() => (asked = null));
    return asked;
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
  gauge('sangam_jobs_waiting', 'Jobs that are not done yet, later ones included.', ({ waiting }) => waiting);
  gauge('sangam_jobs_failed', 'Jobs that were given up, and are kept.', ({ failed }) => failed);
  gauge('sangam_jobs_overdue_seconds', 'For how long the oldest due job has waited.', ({ oldest_due_at }) =>
    oldest_due_at === null ? 0 : (clock.nowMs() - oldest_due_at.getTime()) / MS,
  );
}

function messages({ bus, measurements, clock }: Measured, registers: Registry[]): void {
  const stored = new Counter({ name: 'sangam_messages_total', help: 'Messages that this server stored.', registers });
  const size = new Histogram({
    name: 'sangam_message_batch_size',
    help: 'Messages per batch.',
    buckets: BATCH_SIZES,
    registers,
  });
  const acknowledged = new Histogram({
    name: 'sangam_message_ack_seconds',
    help: 'From the arrival of the first message of a batch until the whole batch was answered.',
    buckets: LATENCY_S,
    registers,
  });
  const delivered = new Histogram({
    name: 'sangam_message_delivery_seconds',
    help: 'From the writing of a batch until its pushes were handed to the connections, and to Redis.',
    buckets: LATENCY_S,
    registers,
  });
  const refused = new Counter({
    name: 'sangam_event_refusals_total',
    help: 'Socket events that were answered with an error.',
    labelNames: ['code'],
    registers,
  });
  bus.on('messages:sent', (batch) => {
    const [first] = batch;
    if (!first) return;
    stored.inc(batch.length);
    // A clock that was set back is behind the times that it stored.
    delivered.observe(Math.max(0, clock.nowMs() - first.created_at.getTime()) / MS);
  });
  measurements.on('batch:answered', (batch) => {
    size.observe(batch.messages);
    acknowledged.observe((performance.now() - batch.sinceMs) / MS);
  });
  measurements.on('event:refused', (code) => refused.inc({ code }));
}

function requests({ fastify, measurements }: Measured, registers: Registry[]): void {
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
  measurements.on('limit:refused', (limit) => limited.inc({ limit }));
}
