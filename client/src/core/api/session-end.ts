import type { Result } from './errors';

/** Ends the wait of each of a member's calls under way. */
const waiting = new Set<() => void>();

/** The answer to a call whose session has ended. */
export const signedOut = { ok: false, error: { kind: 'signed-out' } } as const;

/**
 * Returns the answer to a member's call, or at once the error `signed-out` if the session ends first: what waits for the answer would
 * otherwise go on in the next member's session, or keep that waiting.
 */
export const untilSessionEnd = <T>(answer: Promise<Result<T>>): Promise<Result<T>> =>
  new Promise((resolve, reject) => {
    const end = () => resolve(signedOut);
    waiting.add(end);
    void answer.then(resolve, reject).finally(() => waiting.delete(end));
  });

/** Ends the wait for all answers. Called with each reset of the stores. */
export function endCalls(): void {
  for (const end of waiting) end();
  waiting.clear();
}
