/** Injected, so that tests can set the time. No other file reads the system's clock. */
export interface Clock {
  /** Milliseconds since 1970, for times that are stored, shown or compared with those. It may jump, also backwards. */
  nowMs(): number;
  /** Milliseconds since an arbitrary moment, for durations: it never jumps. */
  monotonicMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
