let ended = 0;

/** Counts the ends of sessions. An answer to a member's call that was made before the last one is dropped. */
export const sessionsEnded = (): number => ended;

/** Drops the answers to the member's calls that are under way. Called with each reset of the stores. */
export function endCalls(): void {
  ended += 1;
}
