import type { Verdicts } from '../checker/promises.js';
import type { Tick } from '../telemetry.js';
import type { Share } from './circle.js';

/** From the main process to a worker. */
export type ToWorker = { kind: 'prepare'; share: Share } | { kind: 'go' };

/** From a worker to the main process. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'tick'; tick: Tick }
  /** The load has ended; what is stored is being compared. */
  | { kind: 'verifying' }
  | { kind: 'done'; verdicts: Verdicts }
  | { kind: 'failed'; message: string };
