import { keysOf } from '@sangam/shared/core/keys-of';
import type { ProjectFields } from '@sangam/shared/projects/projects';
import { sql } from 'kysely';
import type { ExportPart, ExportRow, OwnTables } from '../platform/member-data/parts.js';

const fields: Record<keyof ProjectFields, true> = {
  title: true,
  description: true,
  category: true,
  required_skills: true,
  timeline: true,
  max_members: true,
  answer_days: true,
  questions: true,
};
/** The columns that the creator writes, besides roles. */
const writtenColumns = keysOf(fields).map((field) => sql.ref(field));

export const projectsExport: ExportPart = {
  member: {
    followed_skills: sql`ARRAY(SELECT skill FROM followed_skills WHERE user_id = u.id ORDER BY skill)`,
  },
  lists: {
    projects: (db, userId, after, max) =>
      sql<ExportRow>`
        SELECT id AS key, id, ${sql.join(writtenColumns)}, state, created_at,
          (SELECT coalesce(json_agg(json_build_object('name', o.name, 'seats', o.seats, 'skills', o.skills) ORDER BY o.place), '[]')
           FROM project_roles o WHERE o.project_id = projects.id AND o.removed_at IS NULL) AS roles
        FROM projects WHERE creator_id = ${userId} AND id > ${after} AND state <> 'deleted' ORDER BY id LIMIT ${max}`.execute(
        db,
      ),
    activities: (db, userId, after, max) =>
      sql<ExportRow>`
        SELECT id AS key, coalesce(kind, message) AS kind, project_id, params ->> 'ended_by' AS ended_by, created_at FROM activities
        WHERE user_id = ${userId} AND id > ${after} ORDER BY id LIMIT ${max}`.execute(db),
    dismissed_suggestions: (db, userId, after, max) =>
      sql<ExportRow>`
        SELECT id AS key, member_id, project_id, created_at FROM suggestion_dismissals
        WHERE user_id = ${userId} AND id > ${after} ORDER BY id LIMIT ${max}`.execute(db),
    teams: (db, userId, after, max) =>
      sql<ExportRow>`
        SELECT p.id AS key, p.id AS project_id, p.title, o.name AS role, m.joined_at
        FROM project_members m JOIN projects p ON p.id = m.project_id LEFT JOIN project_roles o ON o.id = m.role_id
        WHERE m.user_id = ${userId} AND p.creator_id <> ${userId} AND p.id > ${after} ORDER BY p.id LIMIT ${max}`.execute(
        db,
      ),
  },
};

export const projectsOwnTables = {
  activities: 'user_id',
  followed_skills: 'user_id',
  skill_followers: 'user_id',
  suggestion_dismissals: 'user_id',
} as const satisfies OwnTables;
