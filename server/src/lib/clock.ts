/** The time, so that a test can hold it still. Milliseconds since 1970. */
export interface Clock {
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };
