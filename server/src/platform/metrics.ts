import type { ErrorCode } from '@sangam/shared/core/errors';
import type { Registry } from 'prom-client';
import type { Bus } from './lib/bus.js';
import type { LimitName } from './limits/policies.js';

/**
 * Measurements, name → payload. Per batch or per refusal, never per message, so that they cost next to nothing. `app/metrics` is
 * the only listener, if METRICS_TOKEN is set.
 */
export interface Measurements {
  /** A batch of messages was written or refused, and answered; `sinceMs` is when its first message arrived. */
  'batch:answered': { messages: number; sinceMs: number };
  'limit:refused': LimitName;
  /** A socket event was answered with this code. */
  'event:refused': ErrorCode;
}

export type Measure = Bus<Measurements>['publish'];

/** Buckets of latencies, in seconds. */
export const LATENCY_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Registers a subject's metrics. */
export type MetricsPart = (deps: { registers: Registry[]; measurements: Bus<Measurements> }) => void;
