import { projectServerLimits } from './limits.js';

/** The states of a project (R4.11). A deleted project isn't visible to anybody. */
export const PROJECT_STATES = ['open', 'closed', 'finished'] as const;
export type ProjectState = (typeof PROJECT_STATES)[number];

/** A member's role in a project; `asked`: the recipient of its pending transfer; `account`: its creator deletes or restores theirs. */
export type ProjectRole = 'creator' | 'member' | 'asked' | 'other' | 'account' | 'clock';

/**
 * Why a request, an interest or a seat ended without an answer. `took_over`: the applicant is the creator now; `waitlist_lapsed`: they
 * did not say in time that they are still interested; `withdrawn`: they withdrew their interest, which has no such status;
 * `joined`: the interested member joined the team; `project_closed`: only invitations end with it.
 */
export const END_REASONS = [
  'project_finished',
  'project_deleted',
  'removed',
  'no_answer',
  'offer_lapsed',
  'waitlist_lapsed',
  'took_over',
  'withdrawn',
  'joined',
  'project_closed',
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** When a project leaves the default list, unless its creator confirms it again. */
export const listedUntil = (confirmedAt: Date): Date =>
  new Date(confirmedAt.getTime() + projectServerLimits.listedForMs);

/** When a finished project can no longer be reopened. */
export const reopenableUntil = (finishedAt: Date): Date =>
  new Date(finishedAt.getTime() + projectServerLimits.reopenableForMs);

interface Transition {
  by: ProjectRole;
  /** The states that allow it. In others it is refused and changes nothing. */
  from: readonly ProjectState[];
  /** The new state; null for the same. */
  to: ProjectState | 'deleted' | null;
  /** The `ended_by` of the pending requests that it ends; null if it ends none. */
  ends: EndReason | null;
  /** The seat that it frees. */
  frees: 'own seat' | 'seat of another' | null;
  /** The members that are notified, in addition to everybody who has the project on screen. */
  notifies: readonly ('creator' | 'requesters' | 'removed member' | 'asked member' | 'team')[];
  /** Whether it confirms that the creator is still looking, which keeps the project in the default list. */
  confirms: boolean;
}

const everyState = PROJECT_STATES;
const noEffects = { to: null, ends: null, frees: null, notifies: [], confirms: false } as const;

/** Every act that changes a project. The server allows these acts, and screens offer no others. */
export const projectActs = {
  // Requests show its title and roles, wherever they are.
  edit: { ...noEffects, by: 'creator', from: everyState, notifies: ['creator', 'team', 'requesters'], confirms: true },
  confirm: { ...noEffects, by: 'creator', from: ['open'], confirms: true },
  close: { ...noEffects, by: 'creator', from: ['open'], to: 'closed' },
  reopen: { ...noEffects, by: 'creator', from: ['closed'], to: 'open', confirms: true },
  // Until `reopenableUntil`. Requests and interest that ended stay ended.
  reopen_finished: { ...noEffects, by: 'creator', from: ['finished'], to: 'open', notifies: ['team'], confirms: true },
  finish: {
    by: 'creator',
    from: ['open', 'closed'],
    to: 'finished',
    ends: 'project_finished',
    frees: null,
    notifies: ['creator', 'team', 'requesters'],
    confirms: false,
  },
  // Only while nobody else is in the team.
  delete: {
    by: 'creator',
    from: everyState,
    to: 'deleted',
    ends: 'project_deleted',
    frees: null,
    notifies: ['creator', 'requesters'],
    confirms: false,
  },
  remove: {
    ...noEffects,
    by: 'creator',
    from: everyState,
    frees: 'seat of another',
    notifies: ['creator', 'removed member'],
  },
  // Offers the project to a team member, one at a time. The transfer ends with their seat.
  transfer: { ...noEffects, by: 'creator', from: everyState, notifies: ['creator', 'asked member'] },
  cancel_transfer: { ...noEffects, by: 'creator', from: everyState, notifies: ['creator', 'asked member'] },
  decline_transfer: { ...noEffects, by: 'asked', from: everyState, notifies: ['creator', 'asked member'] },
  // The creator deletes their account: the project is offered to its team, and the first member to accept takes it over.
  seek_creator: {
    ...noEffects,
    by: 'account',
    from: ['open', 'closed'],
    ends: 'project_deleted',
    notifies: ['team', 'requesters'],
  },
  // The creator restores their account before a member has accepted.
  come_back: { ...noEffects, by: 'account', from: ['open', 'closed'], notifies: ['asked member'] },
  // No member has accepted in time, or the last one has declined.
  run_out: { ...noEffects, by: 'clock', from: ['open', 'closed'], to: 'closed', notifies: ['team'] },
  // The former creator keeps a seat; pending requests move with the project and get new deadlines.
  accept_transfer: { ...noEffects, by: 'asked', from: everyState, notifies: ['team', 'requesters'], confirms: true },
  leave: { ...noEffects, by: 'member', from: everyState, frees: 'own seat', notifies: ['creator'] },
  ask: { ...noEffects, by: 'other', from: ['open'], notifies: ['creator'] },
  show_interest: { ...noEffects, by: 'other', from: ['open'], notifies: ['creator'] },
} as const satisfies Record<string, Transition>;
export type ProjectAct = keyof typeof projectActs;

/** The act that leads to a state. */
export const actToState = { open: 'reopen', closed: 'close', finished: 'finish' } as const satisfies Record<
  ProjectState,
  ProjectAct
>;

const refusalIn = { open: 'PROJECT_OPEN', closed: 'PROJECT_CLOSED', finished: 'PROJECT_FINISHED' } as const;

/** Why a state refuses an act; null if it allows it. */
export const refusalOfState = (act: ProjectAct, state: ProjectState): (typeof refusalIn)[ProjectState] | null => {
  const { from }: Transition = projectActs[act];
  return from.includes(state) ? null : refusalIn[state];
};

/** Why an act is refused to a role; null if it is allowed. */
export const refusalOf = (
  act: ProjectAct,
  role: ProjectRole,
  state: ProjectState,
): 'FORBIDDEN' | (typeof refusalIn)[ProjectState] | null =>
  projectActs[act].by === role ? refusalOfState(act, state) : 'FORBIDDEN';
