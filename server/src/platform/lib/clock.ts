/** Injected, so that tests can set the time. No other file reads the system's clock. */
export interface Clock {
  /** Milliseconds since 1970, for times that are stored, shown or compared with those. It may jump, also backwards. */
  nowMs(): number;
  /** The same moment as a date. */
  now(): Date;
  /** Milliseconds since an arbitrary moment, for durations: it never jumps. */
  monotonicMs(): number;
}

export const createClock = (nowMs: () => number): Clock => ({
  nowMs,
  now: () => new Date(nowMs()),
  monotonicMs: () => performance.now(),
});

export const systemClock: Clock = createClock(() => Date.now());
