import type { EndReason } from '@sangam/shared/projects/lifecycle';
import { actToAnswer, interestActs } from '@sangam/shared/requests/interest-states';
import type { Interest, MyInterest } from '@sangam/shared/requests/interests';
import type { NewNotification } from '../../platform/records/notifications.queries.js';

export interface InterestRow {
  id: number;
  project_id: number;
  project_title: string;
  status: MyInterest['status'];
  ended_by: EndReason | null;
  creator_id: number;
  created_at: Date;
  requester_id: number;
  requester_name: string;
  requester_college: string;
  requester_email: string;
  requester_skills: string[];
  requester_github: string | null;
}

/** An interest, as the applicant sees it. */
export const presentMyInterest = (row: InterestRow): MyInterest => ({
  id: row.id,
  project_id: row.project_id,
  project_title: row.project_title,
  status: row.status,
  ...(row.ended_by === null ? {} : { ended_by: row.ended_by }),
  creator_id: row.creator_id,
  created_at: row.created_at.toISOString(),
});

/** An interest, as the project's creator sees it, with the applicant's email address if they may see it. */
export const presentInterest = (row: InterestRow): Interest => ({
  ...presentMyInterest(row),
  requester_id: row.requester_id,
  requester_name: row.requester_name,
  requester_college: row.requester_college,
  requester_email: row.requester_email,
  requester_skills: row.requester_skills,
  requester_github: row.requester_github,
});

/** Each side has one notification for each interest. */
export const keyOf = (id: number): string => `interest:${id}`;

const about = (row: InterestRow) => ({
  key: keyOf(row.id),
  title: row.project_title,
  project_id: row.project_id,
  subject_id: row.id,
});

/** Notifies the creator. */
export const received = (creatorId: number, row: InterestRow): NewNotification => ({
  ...about(row),
  user_id: creatorId,
  kind: interestActs.show_interest.kind,
  actor_id: row.requester_id,
});

/** Notifies the applicant. */
export const decided = (creatorId: number, row: InterestRow): NewNotification => ({
  ...about(row),
  user_id: row.requester_id,
  kind: interestActs[row.status === 'approved' ? actToAnswer.approved : actToAnswer.denied].kind,
  actor_id: creatorId,
});

/** Notifies the applicant that their interest has ended with the project. */
export const ended = (creatorId: number, row: InterestRow): NewNotification => ({
  ...decided(creatorId, row),
  kind: interestActs.end.kind,
});
