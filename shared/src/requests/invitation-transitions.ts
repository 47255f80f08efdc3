import type { EndReason } from '../projects/lifecycle.js';

/**
 * The stages of an invitation; `none` before it. `queued` and `pending` have the status `pending`, and their sender can't tell them
 * apart: a queued one is delivered once the invited member has a free place.
 */
export const INVITATION_STAGES = ['none', 'queued', 'pending', 'accepted', 'declined', 'withdrawn'] as const;
export type InvitationStage = (typeof INVITATION_STAGES)[number];

interface Transition {
  by: 'creator' | 'invited' | 'clock' | 'a free place' | 'the project' | 'account';
  /** The stages that allow it. In others it is refused and changes nothing. */
  from: readonly InvitationStage[];
  /** The new stage; null for the same. */
  to: Exclude<InvitationStage, 'none'> | null;
  /** Its effect on the deadline of the answer. */
  deadline: 'starts' | 'ends' | null;
  /** Whether the invited member takes a seat. */
  seat: 'taken' | null;
  /** Why it ended without an answer; null for an answer and a withdrawal. */
  ends: EndReason | 'as the project' | null;
  /** The notified sides. A word without a colon is the end of a kind: `received` is `invitation:received`. */
  notifies: Readonly<Partial<Record<'creator' | 'invited' | 'team', string>>>;
  /** Its effect on the sender's limit for pending requests (R5.15). */
  place: 'taken' | 'given back' | null;
}

const unanswered = ['queued', 'pending'] as const;
const noEffects = { deadline: null, seat: null, ends: null, notifies: {}, place: null } as const;
const end = { ...noEffects, from: unanswered, to: 'withdrawn', deadline: 'ends', place: 'given back' } as const;

/** Every act that changes an invitation. None leads back: a project invites a member once, unless the member asks later. */
export const invitationActs = {
  invite: { ...noEffects, by: 'creator', from: ['none'], to: 'queued', place: 'taken' },
  // At once, unless the invited member has as many pending invitations as allowed.
  deliver: {
    ...noEffects,
    by: 'a free place',
    from: ['queued'],
    to: 'pending',
    deadline: 'starts',
    notifies: { invited: 'received' },
  },
  remind: { ...noEffects, by: 'clock', from: ['pending'], to: null, notifies: { invited: 'reminder, last_day' } },
  accept: {
    ...end,
    by: 'invited',
    from: ['pending'],
    to: 'accepted',
    seat: 'taken',
    notifies: { creator: 'accepted', team: 'seat:joined' },
  },
  // The invited member asks to join before the invitation is delivered: to the sender it looks accepted. After that, asking accepts it.
  meet: {
    ...end,
    by: 'invited',
    from: ['queued'],
    to: 'accepted',
    seat: 'taken',
    notifies: { creator: 'accepted', team: 'seat:joined' },
  },
  decline: { ...end, by: 'invited', from: ['pending'], to: 'declined', notifies: { creator: 'declined' } },
  // The invited member takes a seat by their own join request.
  join: { ...end, by: 'the project', to: 'accepted' },
  // The creator rejects the member's own join request.
  reject: { ...end, by: 'the project' },
  withdraw: { ...end, by: 'creator' },
  // For its sender it has ended, 7 days after it was sent; an answer other than accept is no longer shown to them.
  lapse: {
    ...noEffects,
    by: 'clock',
    from: unanswered,
    to: null,
    notifies: { creator: 'lapsed' },
    place: 'given back',
  },
  run_out: { ...end, by: 'clock', ends: 'no_answer', notifies: { invited: 'unanswered' } },
  end: { ...end, by: 'the project', ends: 'as the project', notifies: { invited: 'ended' } },
  // The creator blocks the invited member, is suspended or deletes their account, or a moderator hides the project.
  vanish: { ...end, by: 'the project', ends: 'project_deleted', notifies: { invited: 'project:unavailable' } },
  // The invited member blocks the creator, is suspended or deletes their account: to the creator it looks declined.
  leave: { ...end, by: 'account', to: 'declined', notifies: { creator: 'declined' } },
} as const satisfies Record<string, Transition>;
export type InvitationAct = keyof typeof invitationActs;

/** Whether the stage allows the act. */
export const isAllowedAt = (act: InvitationAct, stage: InvitationStage): boolean => {
  const { from }: Transition = invitationActs[act];
  return from.includes(stage);
};
