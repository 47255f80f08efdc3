import type { EndReason } from '@sangam/shared/projects/lifecycle';
import type { Interest, MyInterest } from '@sangam/shared/requests/interests';
import { isOver } from '../../platform/lib/deadline.js';

/** An interest without its applicant. */
export interface MyInterestRow {
  id: number;
  project_id: number;
  project_title: string;
  status: MyInterest['status'];
  ended_by: EndReason | null;
  answer_by: Date | null;
  ask_again_at: Date | null;
  creator_id: number;
  /** Null once the interest has ended. */
  creator_name: string | null;
  created_at: Date;
}

export interface InterestRow extends MyInterestRow {
  requester_id: number;
  requester_name: string;
  requester_gone: boolean;
  requester_college: string;
  requester_email: string;
  requester_skills: string[];
  requester_github: string | null;
  /** Whether the reader sees the applicant's profile, or else only the name. */
  shows_profile: boolean;
}

/** Returns an interest as it is at this time: after its deadline, as its timer will leave it, even if the timer hasn't run. */
export const interestAt = <Row extends Pick<MyInterestRow, 'status' | 'ended_by' | 'answer_by'>>(
  row: Row,
  at: Date,
): Row =>
  row.status === 'pending' && isOver(row.answer_by, at)
    ? { ...row, status: 'denied', ended_by: 'no_answer', ...('creator_name' in row && { creator_name: null }) }
    : row;

/** An interest, as the applicant sees it. */
export const presentMyInterest = (row: MyInterestRow): MyInterest => ({
  id: row.id,
  project_id: row.project_id,
  project_title: row.project_title,
  status: row.status,
  ...presentCourse(row),
  creator_id: row.creator_id,
  ...(row.creator_name === null ? {} : { creator_name: row.creator_name }),
  created_at: row.created_at.toISOString(),
});

/** An interest's fields in addition to its status: its deadline, and why it ended without an answer. */
export const presentCourse = ({
  ended_by,
  answer_by,
  ask_again_at,
}: Pick<InterestRow, 'ended_by' | 'answer_by' | 'ask_again_at'>) => ({
  ...(ended_by === null ? {} : { ended_by }),
  ...(answer_by === null ? {} : { answer_by: answer_by.toISOString() }),
  ...(ask_again_at === null ? {} : { ask_again_at: ask_again_at.toISOString() }),
});

/** An interest, as the project's creator sees it, with the applicant's email address if they may see it. */
export const presentInterest = (row: InterestRow): Interest => ({
  ...presentMyInterest(row),
  requester_id: row.requester_id,
  requester_name: row.requester_name,
  ...(row.requester_gone && { requester_gone: true as const }),
  requester_college: row.shows_profile ? row.requester_college : '',
  requester_email: row.requester_email,
  requester_skills: row.shows_profile ? row.requester_skills : [],
  requester_github: row.shows_profile ? row.requester_github : null,
});
