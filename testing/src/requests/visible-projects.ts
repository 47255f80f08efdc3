import type { Db } from '@sangam/server/platform/db/database';
import { sql } from 'kysely';

export interface VisibleRequest {
  id: number;
  user: number;
  status: string;
  stage: 'pending' | 'waitlisted' | 'offered' | 'accepted' | 'rejected' | 'withdrawn';
  role: number | null;
  /** When its requester may ask again; null for now. */
  again_at: string | null;
}

export interface VisibleInterest {
  id: number;
  user: number;
  stage: 'pending' | 'accepted' | 'rejected' | 'withdrawn';
  again_at: string | null;
}

export interface VisibleInvitation {
  id: number;
  user: number;
  status: string;
  role: number | null;
}

/** A project as actors see it, which may be outdated by a moment. */
export interface VisibleProject {
  id: number;
  creator_id: number;
  state: string;
  max_members: number;
  team: { user: number; role: number | null }[];
  roles: { id: number; seats: number }[];
  requests: VisibleRequest[];
  interests: VisibleInterest[];
  invitations: VisibleInvitation[];
  /** The recipients of its pending transfers. */
  recipients: number[];
  /** Whether the creator has deleted their account and the project is offered to the team. */
  seeks_creator: boolean;
  /** Whether its creator has deleted their account. */
  is_left: boolean;
}

/** Reads the projects, and the members who have deleted their accounts. */
export async function readProjects(
  db: Db,
  projects: readonly number[],
): Promise<{ visibleProjects: VisibleProject[]; deletedIds: Set<number> }> {
  const { rows: visibleProjects } = await sql<VisibleProject>`SELECT p.id, p.creator_id, p.state, p.max_members,
      (SELECT coalesce(json_agg(json_build_object('user', user_id, 'role', role_id)), '[]')
        FROM project_members WHERE project_id = p.id) AS team,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'seats', seats) ORDER BY place), '[]')
        FROM project_roles WHERE project_id = p.id AND removed_at IS NULL) AS roles,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'user', requester_id, 'status', status, 'role', role_id, 'stage',
        CASE WHEN status <> 'pending' THEN status WHEN line_place IS NULL THEN 'pending'
          WHEN offered_until IS NULL THEN 'waitlisted' ELSE 'offered' END,
        'again_at', coalesce(ask_again_at, CASE WHEN status = 'rejected' THEN decided_at + interval '7 days' END)) ORDER BY id), '[]')
        FROM join_requests WHERE project_id = p.id) AS requests,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'user', requester_id, 'stage',
        CASE WHEN status = 'pending' THEN 'pending' WHEN status = 'approved' THEN 'accepted'
          WHEN ended_by IS NULL THEN 'rejected' ELSE 'withdrawn' END,
        'again_at', ask_again_at) ORDER BY id), '[]') FROM interests WHERE project_id = p.id) AS interests,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'user', member_id, 'status', status, 'role', role_id)), '[]')
        FROM invitations WHERE project_id = p.id) AS invitations,
      (SELECT coalesce(json_agg(user_id), '[]') FROM project_offers WHERE project_id = p.id) AS recipients,
      p.seeks_creator_until IS NOT NULL AS seeks_creator,
      EXISTS (SELECT FROM users WHERE id = p.creator_id AND deleted_at IS NOT NULL) AS is_left
    FROM projects p WHERE p.id = ANY(${[...projects]}::bigint[]) ORDER BY p.id`.execute(db);
  const deletedUsers = await db.selectFrom('users').select('id').where('deleted_at', 'is not', null).execute();
  return { visibleProjects, deletedIds: new Set(deletedUsers.map(({ id }) => id)) };
}
