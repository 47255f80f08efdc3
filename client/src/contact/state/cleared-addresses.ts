import type { Result } from '../../core/api/errors';

/** Whether a member's address is hidden. `isApproved`: the address is shown with an approved interest, which needs no shared team. */
export type IsHidden = (memberId: number, isApproved?: boolean) => boolean;

let clearings = 0;

/** Notes that email addresses were cleared: answers under way may still contain them. */
export const noteClearing = (): void => {
  clearings += 1;
};

/**
 * Repeats a call if addresses were cleared while its answer was on the way. `runningCall`: the answer of a call made before, instead of
 * `ask()`.
 */
export async function askAfterClearing<A>(
  ask: (outdated?: A) => Promise<Result<A>>,
  runningCall = ask(),
): Promise<Result<A>> {
  const before = clearings;
  const answer = await runningCall;
  return clearings === before || !answer.ok ? answer : askAfterClearing(ask, ask(answer.value));
}
