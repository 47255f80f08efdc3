import type { Tick } from '../figures/telemetry.js';
import type { InvariantResults } from '../invariants/invariants.js';
import type { Share } from './worker-context.js';

/** From the main process to a worker. */
export type ToWorker =
  | { kind: 'prepare'; share: Share }
  | { kind: 'start' }
  /** Ends the load early; it is checked up to that point. */
  | { kind: 'stop' };

/** From a worker to the main process. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'tick'; tick: Tick }
  /** The load has ended; the worker compares stored data. */
  | { kind: 'verifying' }
  /** `errors`: those after the last tick. */
  | { kind: 'done'; results: InvariantResults; errors: Tick['errors'] }
  | { kind: 'failed'; message: string };
