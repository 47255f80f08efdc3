import type { EndReason } from '../projects/lifecycle.js';

/** The kinds of requests. Only a join request takes a seat. */
export const REQUEST_KINDS = ['join_request', 'interest'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/**
 * The stages of a request; `none` before the first one. `pending`, `waitlisted` and `offered` have the status `pending`: without an answer,
 * on the waitlist, or with a seat offer, which reserves the seat. After an end, the next one is a new request.
 */
export const REQUEST_STAGES = [
  'none',
  'pending',
  'waitlisted',
  'offered',
  'accepted',
  'rejected',
  'withdrawn',
] as const;
export type RequestStage = (typeof REQUEST_STAGES)[number];

export interface Transition {
  /** The kinds of requests that have this act. */
  of: readonly RequestKind[];
  by: 'requester' | 'creator' | 'clock' | 'a free seat' | 'the project';
  /** The stages that allow it. In others it is refused and changes nothing. */
  from: readonly RequestStage[];
  /** The new stage; null for the same. */
  to: Exclude<RequestStage, 'none'> | null;
  /** Its effect on the deadline of the answer. */
  deadline: 'starts' | 'ends' | 'stays, at least a day' | null;
  /** Its effect on a seat. A free seat is offered to the first on the waitlist. */
  seat: 'taken' | 'held' | 'given back' | 'given back if held' | null;
  /** Why it ended without an answer; null for an answer and, of a join request, a withdrawal. */
  ends: EndReason | 'as the project' | null;
  /** The notified sides. A word without a colon is the end of a kind: `received` is `request:received` or `interest:received`. */
  notifies: Readonly<Partial<Record<'creator' | 'requester' | 'team', string>>>;
  /** Its effect on the applicant's limit for pending requests (R5.15). */
  place: 'taken' | 'given back' | null;
  /** Whether the applicant can't ask the project again for 7 days afterwards, by either kind. */
  cools: 'yes' | 'from the second in 30 days on' | null;
  /** How it counts for the project's answer record, once for each join request. An answer also confirms the project. */
  counts: 'answered' | 'unanswered' | null;
}

const pendingStages = ['pending', 'waitlisted', 'offered'] as const;
const bothKinds = REQUEST_KINDS;
const joinRequest = ['join_request'] as const;
const interest = ['interest'] as const;

const noEffects = {
  of: joinRequest,
  deadline: null,
  seat: null,
  ends: null,
  notifies: {},
  place: null,
  cools: null,
  counts: null,
} as const;
const answer = { ...noEffects, by: 'creator', from: ['pending'], deadline: 'ends', place: 'given back' } as const;

/** Every act that changes a request. Only `reopen` leads back. */
export const requestActs = {
  ask: {
    ...noEffects,
    of: bothKinds,
    by: 'requester',
    from: ['none', 'rejected', 'withdrawn'],
    to: 'pending',
    deadline: 'starts',
    notifies: { creator: 'received' },
    place: 'taken',
  },
  remind: {
    ...noEffects,
    of: bothKinds,
    by: 'clock',
    from: ['pending'],
    to: null,
    notifies: { creator: 'reminder, last_day' },
  },
  accept: {
    ...answer,
    to: 'accepted',
    seat: 'taken',
    counts: 'answered',
    notifies: { requester: 'accepted', team: 'seat:joined' },
  },
  reject: {
    ...answer,
    from: pendingStages,
    to: 'rejected',
    seat: 'given back if held',
    cools: 'yes',
    counts: 'answered',
    notifies: { requester: 'rejected' },
  },
  approve: { ...answer, of: interest, to: 'accepted', notifies: { requester: 'approved' } },
  deny: { ...answer, of: interest, to: 'rejected', cools: 'yes', notifies: { requester: 'denied' } },
  add_to_waitlist: { ...answer, to: 'waitlisted', counts: 'answered', notifies: { requester: 'line:placed' } },
  offer: {
    ...noEffects,
    by: 'a free seat',
    from: ['waitlisted'],
    to: 'offered',
    seat: 'held',
    notifies: { requester: 'seat:offered' },
  },
  // The applicant accepts the creator's invitation instead, which takes a free seat.
  accept_invitation: {
    ...noEffects,
    by: 'requester',
    from: pendingStages,
    to: 'accepted',
    deadline: 'ends',
    seat: 'taken',
    place: 'given back',
    notifies: { team: 'seat:joined' },
    counts: 'answered',
  },
  take_offer: {
    ...noEffects,
    by: 'requester',
    from: ['offered'],
    to: 'accepted',
    seat: 'taken',
    notifies: { team: 'seat:joined' },
  },
  decline_offer: {
    ...noEffects,
    by: 'requester',
    from: ['offered'],
    to: 'withdrawn',
    seat: 'given back',
    notifies: { creator: 'seat:declined' },
  },
  lapse: {
    ...noEffects,
    by: 'clock',
    from: ['offered'],
    to: 'withdrawn',
    seat: 'given back',
    ends: 'offer_lapsed',
    notifies: { requester: 'seat:missed', creator: 'seat:lapsed' },
  },
  // Possible for 7 days after the rejection, so that a mistake can be undone. The request doesn't count towards the applicant's limit for
  // pending requests.
  reopen: {
    ...noEffects,
    by: 'creator',
    from: ['rejected'],
    to: 'pending',
    deadline: 'starts',
    notifies: { requester: 'reopened' },
  },
  // Still interested: the time on the waitlist begins again.
  stay: { ...noEffects, by: 'requester', from: ['waitlisted'], to: 'waitlisted' },
  remind_waiting: {
    ...noEffects,
    by: 'clock',
    from: ['waitlisted'],
    to: null,
    notifies: { requester: 'waitlist:reminder, waitlist:last_day' },
  },
  wait_out: {
    ...noEffects,
    by: 'clock',
    from: ['waitlisted'],
    to: 'withdrawn',
    ends: 'waitlist_lapsed',
    notifies: { requester: 'waitlist:lapsed' },
  },
  // An applicant who blocks the creator, is suspended or deletes their account withdraws, as far as the creator sees.
  withdraw: {
    ...noEffects,
    of: bothKinds,
    by: 'requester',
    from: pendingStages,
    to: 'withdrawn',
    deadline: 'ends',
    seat: 'given back if held',
    notifies: { creator: 'withdrawn' },
    place: 'given back',
    cools: 'from the second in 30 days on',
  },
  run_out: {
    ...noEffects,
    of: bothKinds,
    by: 'clock',
    from: ['pending'],
    to: 'withdrawn',
    deadline: 'ends',
    ends: 'no_answer',
    notifies: { requester: 'unanswered', creator: 'lapsed' },
    place: 'given back',
    counts: 'unanswered',
  },
  end: {
    ...noEffects,
    of: bothKinds,
    by: 'the project',
    from: pendingStages,
    to: 'withdrawn',
    deadline: 'ends',
    ends: 'as the project',
    notifies: { requester: 'ended' },
    place: 'given back',
  },
  // The creator blocks the applicant, is suspended or deletes their account, or a moderator hides the project. Applicants can't tell which.
  vanish: {
    ...noEffects,
    of: bothKinds,
    by: 'the project',
    from: pendingStages,
    to: 'withdrawn',
    deadline: 'ends',
    seat: 'given back if held',
    ends: 'project_deleted',
    notifies: { requester: 'project:unavailable' },
    place: 'given back',
  },
  // The project is transferred.
  move: {
    ...noEffects,
    of: bothKinds,
    by: 'the project',
    from: pendingStages,
    to: null,
    deadline: 'stays, at least a day',
    notifies: { creator: 'received', requester: 'moved' },
  },
  // The creator has a seat without a request, so the new creator's request ends.
  accept_transfer: { ...noEffects, by: 'the project', from: ['accepted'], to: 'withdrawn', ends: 'took_over' },
  // The applicant has joined the team by a request or an invitation. This approves nothing, so it reveals no address after they leave.
  join: {
    ...noEffects,
    of: interest,
    by: 'the project',
    from: ['pending'],
    to: 'withdrawn',
    deadline: 'ends',
    ends: 'joined',
    place: 'given back',
  },
  leave: {
    ...noEffects,
    by: 'requester',
    from: ['accepted'],
    to: 'withdrawn',
    seat: 'given back',
    notifies: { team: 'seat:left' },
    cools: 'yes',
  },
  remove: {
    ...noEffects,
    by: 'creator',
    from: ['accepted'],
    to: 'withdrawn',
    seat: 'given back',
    ends: 'removed',
    notifies: { requester: 'seat:removed', team: 'seat:left' },
    cools: 'yes',
  },
} as const satisfies Record<string, Transition>;
export type RequestAct = keyof typeof requestActs;

/** Why a stage refuses an act; null if it allows it. */
export function refusalAtStage(
  act: Exclude<RequestAct, 'ask'>,
  stage: RequestStage,
): 'ALREADY_DECIDED' | 'IN_LINE' | 'NOT_OFFERED' | 'NOT_ON_WAITLIST' | null {
  const { from }: Transition = requestActs[act];
  if (from.includes(stage)) return null;
  if (act === 'reopen' || !pendingStages.some((pendingStage) => pendingStage === stage)) return 'ALREADY_DECIDED';
  if (act === 'stay') return 'NOT_ON_WAITLIST';
  return act === 'take_offer' || act === 'decline_offer' ? 'NOT_OFFERED' : 'IN_LINE';
}
