import type { EndReason } from '@sangam/shared/projects/lifecycle';
import type { Interest, MyInterest } from '@sangam/shared/requests/interests';

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

/** As the requester sees it. */
export const presentMyInterest = (row: InterestRow): MyInterest => ({
  id: row.id,
  project_id: row.project_id,
  project_title: row.project_title,
  status: row.status,
  ...(row.ended_by === null ? {} : { ended_by: row.ended_by }),
  creator_id: row.creator_id,
  created_at: row.created_at.toISOString(),
});

/** As the project's creator sees it, with the requester's email address where they may see it. */
export const presentInterest = (row: InterestRow): Interest => ({
  ...presentMyInterest(row),
  requester_id: row.requester_id,
  requester_name: row.requester_name,
  requester_college: row.requester_college,
  requester_email: row.requester_email,
  requester_skills: row.requester_skills,
  requester_github: row.requester_github,
});
