import type { EndReason } from '../projects/lifecycle.js';

/**
 * The stages of a join request. The first three have the status `pending`: without an answer, on the waitlist, or with a seat offer,
 * which reserves the seat.
 */
export const REQUEST_STAGES = ['pending', 'in_line', 'offered', 'accepted', 'rejected', 'withdrawn'] as const;
export type RequestStage = (typeof REQUEST_STAGES)[number];

interface Transition {
  by: 'creator' | 'requester' | 'clock' | 'a free seat' | 'the project';
  /** The stages that allow it. In others it is refused and changes nothing. */
  from: readonly RequestStage[];
  to: RequestStage;
  /** Its effect on a seat. A free seat is offered to the first on the waitlist. */
  seat: 'taken' | 'held' | 'given back' | 'given back if held' | null;
  /** Why it ended without an answer or a withdrawal. */
  ends: EndReason | 'as the project' | null;
  /** How it counts for the project's answer record, once for each request. An answer also confirms the project. */
  counts: 'answered' | 'unanswered' | null;
}

const waiting = ['pending', 'in_line', 'offered'] as const;

/** Every act that changes a join request. Only `reopen` leads back. */
export const requestActs = {
  accept: { by: 'creator', from: ['pending'], to: 'accepted', seat: 'taken', ends: null, counts: 'answered' },
  reject: { by: 'creator', from: waiting, to: 'rejected', seat: 'given back if held', ends: null, counts: 'answered' },
  put_in_line: { by: 'creator', from: ['pending'], to: 'in_line', seat: null, ends: null, counts: 'answered' },
  offer: { by: 'a free seat', from: ['in_line'], to: 'offered', seat: 'held', ends: null, counts: null },
  take_offer: { by: 'requester', from: ['offered'], to: 'accepted', seat: 'taken', ends: null, counts: null },
  decline_offer: { by: 'requester', from: ['offered'], to: 'withdrawn', seat: 'given back', ends: null, counts: null },
  // For 7 days after the rejection, so that a slip can be repaired.
  reopen: { by: 'creator', from: ['rejected'], to: 'pending', seat: null, ends: null, counts: null },
  // Still interested: the time on the waitlist begins again.
  stay: { by: 'requester', from: ['in_line'], to: 'in_line', seat: null, ends: null, counts: null },
  withdraw: { by: 'requester', from: waiting, to: 'withdrawn', seat: 'given back if held', ends: null, counts: null },
  lapse: { by: 'clock', from: ['offered'], to: 'withdrawn', seat: 'given back', ends: 'offer_lapsed', counts: null },
  wait_out: { by: 'clock', from: ['in_line'], to: 'withdrawn', seat: null, ends: 'waitlist_lapsed', counts: null },
  run_out: { by: 'clock', from: ['pending'], to: 'withdrawn', seat: null, ends: 'no_answer', counts: 'unanswered' },
  end: { by: 'the project', from: waiting, to: 'withdrawn', seat: null, ends: 'as the project', counts: null },
  // The creator has a seat without a request, so the new creator's request ends.
  take_over: { by: 'the project', from: ['accepted'], to: 'withdrawn', seat: null, ends: 'took_over', counts: null },
  leave: { by: 'requester', from: ['accepted'], to: 'withdrawn', seat: 'given back', ends: null, counts: null },
  remove: { by: 'creator', from: ['accepted'], to: 'withdrawn', seat: 'given back', ends: 'removed', counts: null },
} as const satisfies Record<string, Transition>;
export type RequestAct = keyof typeof requestActs;

/** Why a stage refuses an act; null if it allows it. */
export function refusalAtStage(
  act: RequestAct,
  stage: RequestStage,
): 'ALREADY_DECIDED' | 'IN_LINE' | 'NOT_OFFERED' | 'NOT_ON_WAITLIST' | null {
  const { from }: Transition = requestActs[act];
  if (from.includes(stage)) return null;
  if (act === 'reopen' || !(waiting as readonly RequestStage[]).includes(stage)) return 'ALREADY_DECIDED';
  if (act === 'stay') return 'NOT_ON_WAITLIST';
  return act === 'take_offer' || act === 'decline_offer' ? 'NOT_OFFERED' : 'IN_LINE';
}
