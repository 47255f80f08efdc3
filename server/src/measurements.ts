import type { ErrorCode } from '@sangam/shared/contract/errors';
import type { Bus } from './lib/bus.js';
import type { LimitName } from './lib/rate-limits.js';

/**
 * What the server notes of its own work, name → payload. Per batch or per refusal, never per message, so that it costs
 * next to nothing; `modules/metrics` alone listens, where METRICS_TOKEN is set.
 */
export interface Measurements {
  /** A batch of messages was written, or refused, and all of it answered; `sinceMs` is when its first message came. */
  'batch:answered': { messages: number; sinceMs: number };
  'limit:refused': LimitName;
  /** An event of a socket was answered with this code. */
  'event:refused': ErrorCode;
}

export type Measure = Bus<Measurements>['publish'];
