let ended = 0;

/** Returns how many sessions have ended. If the count changes during a member's call, its answer is dropped. */
export const sessionsEnded = (): number => ended;

/** Makes calls in flight drop their answers. Called with each reset of the stores. */
export function endCalls(): void {
  ended += 1;
}
