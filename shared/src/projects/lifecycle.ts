import { projectServerLimits } from './limits.js';

/** The states of a project (R4.11). A deleted one is known to nobody any more. */
export const PROJECT_STATES = ['open', 'closed', 'finished'] as const;
export type ProjectState = (typeof PROJECT_STATES)[number];

/** Who somebody is to a project: its creator, one with a seat, the one of these who is asked to take it over, or none of them. */
export type ProjectRole = 'creator' | 'member' | 'asked' | 'other';

/** Why a request, an interest or a seat ended without an answer; `took_over`: who asked is the creator now. */
export const END_REASONS = [
  'project_finished',
  'project_deleted',
  'removed',
  'no_answer',
  'offer_lapsed',
  'took_over',
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** Why a creator declines a request. None has to be named, and words of their own may stand beside it. */
export const DECLINE_REASONS = ['seats_taken', 'other_skills', 'has_begun'] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** Until when a project is in the list that screens show first, if its creator confirms it no later than this. */
export const listedUntil = (confirmedAt: Date): Date =>
  new Date(confirmedAt.getTime() + projectServerLimits.listedForMs);

/** When who was declined may ask the same project again; null for a request that was not. */
export const askAgainAt = (status: string, decidedAt: Date | null): Date | null =>
  status === 'rejected' && decidedAt !== null
    ? new Date(decidedAt.getTime() + projectServerLimits.askAgainAfterMs)
    : null;

interface Transition {
  by: ProjectRole;
  /** The states in which it may be done; in others it is refused, and changes nothing. */
  from: readonly ProjectState[];
  /** The state it leads to; null for the same. */
  to: ProjectState | 'deleted' | null;
  /** Why what was pending ends with it; null where it stays. */
  ends: EndReason | null;
  /** Whose seat it gives back. */
  frees: 'own seat' | 'seat of another' | null;
  /** Who is told, beside whoever has the project on screen. */
  tells: readonly ('creator' | 'requesters' | 'removed member' | 'asked member' | 'team')[];
  /** Whether it says that its creator still cares, which keeps the project in the list that screens show first. */
  confirms: boolean;
}

const everyState = PROJECT_STATES;
const quiet = { to: null, ends: null, frees: null, tells: [], confirms: false } as const;

/** Everything that changes a project, one row each. The server does what stands here; screens offer nothing else. */
export const projectActs = {
  edit: { ...quiet, by: 'creator', from: everyState, confirms: true },
  // Still looking.
  confirm: { ...quiet, by: 'creator', from: ['open'], confirms: true },
  close: { ...quiet, by: 'creator', from: ['open'], to: 'closed' },
  reopen: { ...quiet, by: 'creator', from: ['closed'], to: 'open', confirms: true },
  finish: {
    ...{ by: 'creator', from: ['open', 'closed'], to: 'finished', ends: 'project_finished', frees: null },
    ...{ tells: ['creator', 'requesters'], confirms: false },
  },
  // While nobody else is in the team.
  delete: {
    ...{ by: 'creator', from: everyState, to: 'deleted', ends: 'project_deleted', frees: null },
    ...{ tells: ['creator', 'requesters'], confirms: false },
  },
  remove: { ...quiet, by: 'creator', from: everyState, frees: 'seat of another', tells: ['creator', 'removed member'] },
  // To a member of the team, while nobody else is asked. It ends with their seat.
  hand_over: { ...quiet, by: 'creator', from: everyState, tells: ['creator', 'asked member'] },
  stop_hand_over: { ...quiet, by: 'creator', from: everyState, tells: ['creator', 'asked member'] },
  decline: { ...quiet, by: 'asked', from: everyState, tells: ['creator', 'asked member'] },
  // The old creator keeps a seat; what is pending moves on, and its decision clock starts anew.
  take_over: { ...quiet, by: 'asked', from: everyState, tells: ['team', 'requesters'], confirms: true },
  leave: { ...quiet, by: 'member', from: everyState, frees: 'own seat', tells: ['creator'] },
  ask: { ...quiet, by: 'other', from: ['open'], tells: ['creator'] },
  show_interest: { ...quiet, by: 'other', from: ['open'], tells: ['creator'] },
} as const satisfies Record<string, Transition>;
export type ProjectAct = keyof typeof projectActs;

/** The act that leads to a state. */
export const actToState = { open: 'reopen', closed: 'close', finished: 'finish' } as const satisfies Record<
  ProjectState,
  ProjectAct
>;

const refusalIn = { open: 'PROJECT_OPEN', closed: 'PROJECT_CLOSED', finished: 'PROJECT_FINISHED' } as const;

/** Why an act is refused in a state; null where it may be done. */
export const refusalOfState = (act: ProjectAct, state: ProjectState): (typeof refusalIn)[ProjectState] | null => {
  const { from }: Transition = projectActs[act];
  return from.includes(state) ? null : refusalIn[state];
};

/** Why an act is refused to somebody; null where they may do it. */
export const refusalOf = (
  act: ProjectAct,
  role: ProjectRole,
  state: ProjectState,
): 'FORBIDDEN' | (typeof refusalIn)[ProjectState] | null =>
  projectActs[act].by === role ? refusalOfState(act, state) : 'FORBIDDEN';
