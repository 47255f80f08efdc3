import type { ErrorCode } from '@sangam/shared/core/errors';
import type { Bus } from './lib/bus.js';
import type { LimitName } from './lib/rate-limits.js';

/**
 * Measurements, name → payload. Per batch or per refusal, never per message, so that they cost next to nothing.
 * `modules/metrics` is the only listener, if METRICS_TOKEN is set.
 */
export interface Measurements {
  /** A batch of messages was written or refused, and answered; `sinceMs` is when its first message arrived. */
  'batch:answered': { messages: number; sinceMs: number };
  'limit:refused': LimitName;
  /** An event of a socket was answered with this code. */
  'event:refused': ErrorCode;
}

export type Measure = Bus<Measurements>['publish'];
