import type { EndReason } from '@sangam/shared/projects/lifecycle';
import type { InvitationStage } from '@sangam/shared/requests/invitation-transitions';
import type { Invitation } from '@sangam/shared/requests/invitations';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { isOver, untilAfter } from '../../platform/lib/deadline.js';
import { presentRole } from '../../projects/projects.js';

export interface InvitationRow {
  id: number;
  project_id: number;
  project_title: string;
  creator_id: number;
  creator_name: string;
  member_id: number;
  member_name: string;
  /** Null without a role, or if it was removed. */
  role_id: number | null;
  role_name: string | null;
  message: string;
  status: Invitation['status'];
  ended_by: EndReason | null;
  created_at: Date;
  /** Null while queued, and for an invitation that never left the queue. */
  delivered_at: Date | null;
  answer_by: Date;
  /** When the invitation ended, unanswered, for its sender; null before that. */
  lapsed_at: Date | null;
  /** Whether the sender withdrew the invitation after it had ended for them. */
  sent_withdrawn: boolean;
}

/** Returns an invitation's stage at this time. After its deadline it has ended, even if its timer hasn't run. */
export function stageOf(row: Pick<InvitationRow, 'status' | 'delivered_at' | 'answer_by'>, at: Date): InvitationStage {
  if (row.status !== 'pending') return row.status;
  if (isOver(row.answer_by, at)) return 'withdrawn';
  return row.delivered_at === null ? 'queued' : 'pending';
}

/** Whether the sender sees the invitation as unanswered at this time, even if its timers haven't run. */
export const isOverForSender = (
  { lapsed_at, created_at, answer_by }: Pick<InvitationRow, 'lapsed_at' | 'created_at' | 'answer_by'>,
  at: Date,
): boolean =>
  lapsed_at !== null || isOver(answer_by, at) || isOver(untilAfter(created_at, requestServerLimits.invitationMs), at);

/** Returns an invitation as it is at this time: after a deadline, as its timer will leave it, even if the timer hasn't run. */
export function invitationAt(row: InvitationRow, at: Date): InvitationRow {
  if (row.status !== 'pending' || !isOverForSender(row, at)) return row;
  const lapsed = { ...row, lapsed_at: row.lapsed_at ?? at };
  return isOver(row.answer_by, at) ? { ...lapsed, status: 'withdrawn', ended_by: 'no_answer' } : lapsed;
}

/** Returns the state that the sender sees: of a lapsed invitation, only whether it was accepted or they withdrew it. */
const sentState = ({
  status,
  ended_by,
  lapsed_at,
  sent_withdrawn,
}: InvitationRow): Pick<Invitation, 'status' | 'ended_by'> => {
  if (status === 'accepted' || lapsed_at === null) return { status, ...(ended_by === null ? {} : { ended_by }) };
  return sent_withdrawn ? { status: 'withdrawn' } : { status: 'withdrawn', ended_by: 'no_answer' };
};

const present = (row: InvitationRow): Omit<Invitation, 'status' | 'ended_by'> => ({
  id: row.id,
  project_id: row.project_id,
  project_title: row.project_title,
  creator_id: row.creator_id,
  creator_name: row.creator_name,
  user_id: row.member_id,
  user_name: row.member_name,
  ...presentRole(row),
  message: row.message,
  created_at: row.created_at.toISOString(),
});

/** Returns an invitation as its sender sees it: without a deadline, since it must look the same whenever it is delivered. */
export const presentSent = (row: InvitationRow): Invitation => ({ ...present(row), ...sentState(row) });

/** An invitation, as the invited member sees it once it is delivered. */
export const presentReceived = (row: InvitationRow): Invitation => ({
  ...present(row),
  status: row.status,
  ...(row.ended_by === null ? {} : { ended_by: row.ended_by }),
  ...(row.status === 'pending' ? { answer_by: row.answer_by.toISOString() } : {}),
  created_at: (row.delivered_at ?? row.created_at).toISOString(),
});
