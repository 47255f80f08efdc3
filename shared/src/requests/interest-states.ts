import type { EndReason } from '../projects/lifecycle.js';

/** Where a member's interest in a project stands; `none` before the first one. After a denial the next one is a new row. */
export const INTEREST_STAGES = ['none', 'pending', 'approved', 'denied'] as const;
export type InterestStage = (typeof INTEREST_STAGES)[number];

interface Transition {
  by: 'anybody but the creator' | 'creator' | 'the project';
  /** The stages in which it may happen; in others it is refused, and changes nothing. */
  from: readonly InterestStage[];
  to: Exclude<InterestStage, 'none'>;
  /** Why it ended, where nobody answered it. */
  ends: EndReason | 'as the project' | null;
  /** Who is notified, and of what. Both sides have it shown live. */
  tells: 'creator' | 'requester' | null;
  kind: `interest:${string}` | null;
  /** What it does to one of the places that a member's requests and interest have while they wait (R5.15). */
  place: 'taken' | 'given back';
}

const answered = { by: 'creator', from: ['pending'], ends: null, tells: 'requester', place: 'given back' } as const;
const ended = { by: 'the project', from: ['pending'], to: 'denied', place: 'given back' } as const;

/** Everything that changes an interest, one row each. It gives no seat, so it frees none. */
export const interestActs = {
  show_interest: {
    ...{ by: 'anybody but the creator', from: ['none', 'denied'], to: 'pending', ends: null },
    ...{ tells: 'creator', kind: 'interest:received', place: 'taken' },
  },
  approve: { ...answered, to: 'approved', kind: 'interest:approved' },
  deny: { ...answered, to: 'denied', kind: 'interest:denied' },
  end: { ...ended, ends: 'as the project', tells: 'requester', kind: 'interest:ended' },
  // Of who took the project over: they know.
  take_over: { ...ended, ends: 'took_over', tells: null, kind: null },
} as const satisfies Record<string, Transition>;
export type InterestAct = keyof typeof interestActs;

/** The act that an answer is. */
export const actToAnswer = { approved: 'approve', denied: 'deny' } as const satisfies Record<string, InterestAct>;

/** Why an act is refused at a stage; null where it may be done. */
export function refusalOfInterest(
  act: InterestAct,
  stage: InterestStage,
): 'ALREADY_CONNECTED' | 'ALREADY_DECIDED' | null {
  const { from }: Transition = interestActs[act];
  if (from.includes(stage)) return null;
  return act === 'show_interest' ? 'ALREADY_CONNECTED' : 'ALREADY_DECIDED';
}
