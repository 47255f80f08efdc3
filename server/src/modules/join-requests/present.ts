import type { JoinRequest } from '@sangam/shared/contract/join-requests';

export interface JoinRequestRow {
  id: number;
  project_id: number;
  project_title: string;
  user_id: number;
  user_name: string;
  user_skills: string[];
  message: string;
  status: JoinRequest['status'];
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
  created_at: row.created_at.toISOString(),
});
