import type { Mix } from './mix.js';

/** The parameters of a run, as workers get them and the report shows them. */
export interface Plan {
  urls: string[];
  /** null: each server's own. */
  origin: string | null;
  users: number;
  /** Operations a second in total; null: closed loop. */
  ratePerSecond: number | null;
  thinkMs: number;
  mix: Mix;
  messageChars: number;
  rampMs: number;
  durationMs: number;
  processes: number;
  seed: number;
  settleMs: number;
  patienceMs: number;
  toleratesMissedPushes: boolean;
}
