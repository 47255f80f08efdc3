import type { Result } from '../../core/api/errors';

/** Whether a member's address is hidden. `isApproved`: the address is shown with an approved interest, which needs no shared team. */
export type IsHidden = (memberId: number, isApproved?: boolean) => boolean;

let clearings = 0;

/** Notes that email addresses were cleared, which answers under way may still have. */
export const noteClearing = (): void => {
  clearings += 1;
};

/** Asks again if addresses were cleared while the answer was on its way: the one to `ask`, or one that was asked for before. */
export async function askAfterClearing<A>(
  ask: (overtaken?: A) => Promise<Result<A>>,
  answering = ask(),
): Promise<Result<A>> {
  const before = clearings;
  const answer = await answering;
  return clearings === before || !answer.ok ? answer : askAfterClearing(ask, ask(answer.value));
}
