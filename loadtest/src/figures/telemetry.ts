import { keysOf } from '@sangam/shared/core/keys-of';
import { type BucketCounts, createHistogram, type Histogram } from './histogram.js';

/** The timed operations, with their descriptions in the report. */
export const timings = {
  send: 'message sent → acknowledged (committed)',
  delivery: 'message sent → delivered to its receiver',
  read: 'marked read → acknowledged',
  typing: 'typing → acknowledged',
  presence: 'presence reported → acknowledged',
  join: 'join request by REST → answered',
  'join delivery': 'join request → delivered to its creator',
  reconnect: 'disconnected → connected again and refreshed',
  connect: 'first connection due → connected',
} as const;
export type Timing = keyof typeof timings;
export const timingNames = keysOf(timings);

/** One process's measurements in one second of the run. */
export interface Tick {
  second: number;
  latencies: Partial<Record<Timing, BucketCounts>>;
  /** By operation and code: `send BUSY`. */
  errors: Record<string, number>;
  connected: number;
  /** Operations without an answer yet. */
  unanswered: number;
}

export interface Telemetry {
  timed(timing: Timing, ms: number): void;
  failed(timing: Timing, code: string): void;
  started(): void;
  ended(): void;
  unanswered(): number;
  /** Returns the records since the last call. */
  tick(second: number, connected: number): Tick;
}

export function createTelemetry(): Telemetry {
  let histograms = new Map<Timing, Histogram>();
  let errors: Record<string, number> = {};
  let unanswered = 0;
  return {
    timed(timing, ms) {
      const histogram = histograms.get(timing) ?? createHistogram();
      histograms.set(timing, histogram);
      histogram.record(ms);
    },
    failed(timing, code) {
      const name = `${timing} ${code}`;
      errors[name] = (errors[name] ?? 0) + 1;
    },
    started() {
      unanswered += 1;
    },
    ended() {
      unanswered -= 1;
    },
    unanswered: () => unanswered,
    tick(second, connected) {
      const latencies = Object.fromEntries([...histograms].map(([name, histogram]) => [name, histogram.counts()]));
      const tick = { second, latencies, errors, connected, unanswered };
      histograms = new Map();
      errors = {};
      return tick;
    },
  };
}
