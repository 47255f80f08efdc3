import type { EndReason } from '@sangam/shared/projects/lifecycle';
import type { RequestAnswer } from '@sangam/shared/projects/questions';
import { askAgainAt, reopenUntil } from '@sangam/shared/requests/ask-again';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { RejectReason } from '@sangam/shared/requests/reject-reasons';
import { isOver } from '../../platform/lib/deadline.js';
import { presentRole } from '../../projects/projects.js';

export interface JoinRequestRow {
  id: number;
  project_id: number;
  project_title: string;
  /** Whether the project is hidden, as its team sees it; everybody else sees it as deleted. */
  project_hidden: boolean;
  /** Whether the project is finished and the applicant has a seat in its team. */
  project_finished: boolean;
  creator_id: number;
  /** Null once the request has ended. */
  creator_name: string | null;
  user_id: number;
  user_name: string;
  user_gone: boolean;
  user_skills: string[];
  role_id: number | null;
  role_name: string | null;
  message: string;
  answers: RequestAnswer[];
  status: JoinRequest['status'];
  ended_by: EndReason | null;
  decline_reason: RejectReason | null;
  end_word: string | null;
  decided_at: Date | null;
  answer_by: Date | null;
  ask_again_at: Date | null;
  line_place: number | null;
  offered_until: Date | null;
  waits_until: Date | null;
  waitlist_change: number;
  for_waitlist: boolean;
  offer_declined: boolean;
  left_team: boolean;
  /** Whether the reader sees the applicant's skills. */
  shows_profile: boolean;
  is_unasked: boolean;
  created_at: Date;
}

/** A request has at most one of these deadlines. */
const deadlineOf = ({ answer_by, offered_until, waits_until }: Deadlines): Date | null =>
  answer_by ?? offered_until ?? waits_until;

const endOf = ({ line_place, offered_until }: Pick<JoinRequestRow, 'line_place' | 'offered_until'>): EndReason => {
  if (line_place === null) return 'no_answer';
  return offered_until === null ? 'waitlist_lapsed' : 'offer_lapsed';
};

type Deadlines = Pick<JoinRequestRow, 'answer_by' | 'offered_until' | 'waits_until'>;

/** Returns a join request as it is at this time: after its deadline, as its timer will leave it, even if the timer hasn't run. */
export const joinRequestAt = <
  Row extends Deadlines & Pick<JoinRequestRow, 'status' | 'ended_by' | 'decided_at' | 'line_place'>,
>(
  row: Row,
  at: Date,
): Row =>
  row.status === 'pending' && isOver(deadlineOf(row), at)
    ? {
        ...row,
        status: 'withdrawn',
        ended_by: endOf(row),
        decided_at: deadlineOf(row),
        ...('creator_name' in row && { creator_name: null }),
      }
    : row;

/** A join request, as its project's creator and its requester see it. */
export const presentJoinRequest = (row: JoinRequestRow): JoinRequest => ({
  id: row.id,
  project_id: row.project_id,
  project_title: row.project_title,
  ...(row.project_hidden && { project_hidden: true as const }),
  ...(row.project_finished && { project_finished: true as const }),
  creator_id: row.creator_id,
  ...(row.creator_name === null ? {} : { creator_name: row.creator_name }),
  user_id: row.user_id,
  user_name: row.user_name,
  ...(row.user_gone && { user_gone: true as const }),
  user_skills: row.shows_profile ? row.user_skills : [],
  ...presentRole(row),
  message: row.message,
  ...(row.answers.length === 0 ? {} : { answers: row.answers }),
  status: row.status,
  ...presentCourse(row),
  ...(row.offer_declined && { offer_declined: true as const }),
  ...(row.is_unasked && { unasked: true as const }),
  created_at: row.created_at.toISOString(),
});

/** A request in the list of decided ones, with the time of its outcome. Only this list has that time, since live updates don't send it. */
export const presentDecided = (row: JoinRequestRow): JoinRequest => ({
  ...presentJoinRequest(row),
  ...(row.decided_at === null ? {} : { decided_at: row.decided_at.toISOString() }),
});

/** A request's fields in addition to its status: its deadline, its place on the waitlist, and how it ended. */
export function presentCourse(
  row: Pick<
    JoinRequestRow,
    | 'status'
    | 'ended_by'
    | 'left_team'
    | 'decline_reason'
    | 'end_word'
    | 'decided_at'
    | 'answer_by'
    | 'ask_again_at'
    | 'for_waitlist'
    | keyof WaitlistPlace
  >,
) {
  const askAgain = askAgainAt(row);
  const reopen = reopenUntil(row.status, row.decided_at);
  return {
    ...(row.answer_by === null ? {} : { answer_by: row.answer_by.toISOString() }),
    ...(row.status === 'pending' && presentWaitlistPlace(row)),
    ...(row.status === 'pending' && row.line_place === null && row.for_waitlist && { waitlist: true as const }),
    ...(row.ended_by === null ? {} : { ended_by: row.ended_by }),
    ...(row.left_team && { left_team: true as const }),
    ...(row.decline_reason === null ? {} : { decline_reason: row.decline_reason }),
    ...(row.end_word === null ? {} : { end_word: row.end_word }),
    ...(askAgain === null ? {} : { ask_again_at: askAgain.toISOString() }),
    ...(reopen === null ? {} : { reopen_until: reopen.toISOString() }),
  };
}

type WaitlistPlace = Pick<JoinRequestRow, 'line_place' | 'offered_until' | 'waits_until' | 'waitlist_change'>;

/** A pending request's place on the waitlist, or its seat offer; nothing before either. */
export function presentWaitlistPlace({ line_place, offered_until, waits_until, waitlist_change }: WaitlistPlace) {
  if (line_place === null) return {};
  if (offered_until !== null) return { offered_until: offered_until.toISOString(), waitlist_change };
  return { place: line_place, ...(waits_until && { waits_until: waits_until.toISOString() }), waitlist_change };
}
