import type { JoinRequest } from '@sangam/shared/contract/join-requests';
import type { EndReason } from '@sangam/shared/rules/project-life';

export interface JoinRequestRow {
  id: number;
  project_id: number;
  project_title: string;
  user_id: number;
  user_name: string;
  user_skills: string[];
  message: string;
  status: JoinRequest['status'];
  ended_by: EndReason | null;
  end_word: string | null;
  created_at: Date;
}

/** A join request, as its project's creator and its requester see it. */
export const presentJoinRequest = (row: JoinRequestRow): JoinRequest => ({
  id: row.id,
  project_id: row.project_id,
  project_title: row.project_title,
  user_id: row.user_id,
  user_name: row.user_name,
  user_skills: row.user_skills,
  message: row.message,
  status: row.status,
  ...(row.ended_by === null ? {} : { ended_by: row.ended_by }),
  ...(row.end_word === null ? {} : { end_word: row.end_word }),
  created_at: row.created_at.toISOString(),
});
