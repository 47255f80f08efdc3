import { Counter, Gauge, Histogram } from 'prom-client';
import type { DomainEvents } from '../platform/events.js';
import type { Bus } from '../platform/lib/bus.js';
import type { Clock } from '../platform/lib/clock.js';
import { LATENCY_S, type MetricsPart } from '../platform/metrics.js';

const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const MS = 1_000;

/** Counts and durations of the messages that this server stores. */
export const chatMetrics =
  (deps: { bus: Bus<DomainEvents>; clock: Clock; unansweredCount: () => number }): MetricsPart =>
  ({ registers, measurements }) => {
    const { bus, clock, unansweredCount } = deps;
    new Gauge({
      name: 'sangam_message_queue_length',
      help: 'Messages not acknowledged yet.',
      registers,
      collect() {
        this.set(unansweredCount());
      },
    });
    const stored = new Counter({ name: 'sangam_messages_total', help: 'Messages stored by this server.', registers });
    const size = new Histogram({
      name: 'sangam_message_batch_size',
      help: 'Messages per batch.',
      buckets: BATCH_SIZES,
      registers,
    });
    const acknowledged = new Histogram({
      name: 'sangam_message_ack_seconds',
      help: 'From the first message of a batch to its acknowledgement.',
      buckets: LATENCY_S,
      registers,
    });
    const delivered = new Histogram({
      name: 'sangam_message_delivery_seconds',
      help: 'From the write of a batch until its live updates are sent.',
      buckets: LATENCY_S,
      registers,
    });
    bus.on('messages:sent', (batch) => {
      const [first] = batch;
      if (!first) return;
      stored.inc(batch.length);
      // After a clock was set back, stored times may be ahead of it.
      delivered.observe(Math.max(0, clock.nowMs() - first.created_at.getTime()) / MS);
    });
    measurements.on('batch:answered', (batch) => {
      size.observe(batch.messages);
      acknowledged.observe((performance.now() - batch.sinceMs) / MS);
    });
  };
