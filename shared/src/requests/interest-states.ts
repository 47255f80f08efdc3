import type { EndReason } from '../projects/lifecycle.js';

/** The stages of a member's interest in a project; `none` before the first one. After a denial, the next one is a new row. */
export const INTEREST_STAGES = ['none', 'pending', 'approved', 'denied'] as const;
export type InterestStage = (typeof INTEREST_STAGES)[number];

interface Transition {
  by: 'anybody but the creator' | 'creator' | 'the project';
  /** The stages that allow it. In others it is refused and changes nothing. */
  from: readonly InterestStage[];
  to: Exclude<InterestStage, 'none'>;
  /** Why it ended without an answer. */
  ends: EndReason | 'as the project' | null;
  /** The notified side, and the kind of notification. Both sides get a live update. */
  tells: 'creator' | 'requester' | null;
  kind: `interest:${string}` | null;
  /** Its effect on the member's limit for pending requests and interest (R5.15). */
  place: 'taken' | 'given back';
}

const answered = { by: 'creator', from: ['pending'], ends: null, tells: 'requester', place: 'given back' } as const;
const ended = { by: 'the project', from: ['pending'], to: 'denied', place: 'given back' } as const;

/** Every act that changes an interest. Interest gives no seat, so it frees none. */
export const interestActs = {
  show_interest: {
    ...{ by: 'anybody but the creator', from: ['none', 'denied'], to: 'pending', ends: null },
    ...{ tells: 'creator', kind: 'interest:received', place: 'taken' },
  },
  approve: { ...answered, to: 'approved', kind: 'interest:approved' },
  deny: { ...answered, to: 'denied', kind: 'interest:denied' },
  end: { ...ended, ends: 'as the project', tells: 'requester', kind: 'interest:ended' },
  // The interest of the new creator, who knows about the transfer.
  take_over: { ...ended, ends: 'took_over', tells: null, kind: null },
} as const satisfies Record<string, Transition>;
export type InterestAct = keyof typeof interestActs;

/** The act for each answer. */
export const actToAnswer = { approved: 'approve', denied: 'deny' } as const satisfies Record<string, InterestAct>;

/** Why a stage refuses an act; null if it allows it. */
export function refusalOfInterest(
  act: InterestAct,
  stage: InterestStage,
): 'ALREADY_CONNECTED' | 'ALREADY_DECIDED' | null {
  const { from }: Transition = interestActs[act];
  if (from.includes(stage)) return null;
  return act === 'show_interest' ? 'ALREADY_CONNECTED' : 'ALREADY_DECIDED';
}
