/** Milliseconds since 1970, for times that are stored or shown. May jump, also backwards. */
export const nowMs = (): number => Date.now();

/** Milliseconds since the page was opened, for durations. Never jumps. */
export const monotonicMs = (): number => performance.now();
