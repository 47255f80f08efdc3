import { sql } from 'kysely';
import type { ExportPart, ExportRow } from '../platform/member-data/parts.js';
import { titleFor } from '../platform/records/project-title.queries.js';
import { leftTeam } from './join-requests/queries.js';

export const requestsExport: ExportPart = {
  lists: {
    my_join_requests: (db, userId, after, max) =>
      sql<ExportRow>`
        SELECT r.id AS key, r.id, r.project_id, ${titleFor(userId)} AS project_title, o.name AS role, r.message, r.answers, r.status, r.ended_by,
          ${leftTeam} AS left_team,
          r.decline_reason, r.end_word, r.created_at, r.decided_at
        FROM join_requests r JOIN projects p ON p.id = r.project_id LEFT JOIN project_roles o ON o.id = r.role_id
        WHERE r.requester_id = ${userId} AND r.id > ${after} ORDER BY r.id LIMIT ${max}`.execute(db),
    received_join_requests: (db, userId, after, max) =>
      sql<ExportRow>`
        SELECT r.id AS key, r.id, r.project_id, u.name AS requester_name, o.name AS role, r.message, r.answers, r.status, r.ended_by,
          ${leftTeam} AS left_team, r.created_at, r.decided_at
        FROM join_requests r JOIN users u ON u.id = r.requester_id LEFT JOIN project_roles o ON o.id = r.role_id
        WHERE r.creator_id = ${userId} AND r.id > ${after} ORDER BY r.id LIMIT ${max}`.execute(db),
    my_interests: (db, userId, after, max) =>
      sql<ExportRow>`
        SELECT i.id AS key, i.id, i.project_id, ${titleFor(userId)} AS project_title, i.status, i.ended_by, i.created_at, i.decided_at
        FROM interests i JOIN projects p ON p.id = i.project_id
        WHERE i.requester_id = ${userId} AND i.id > ${after} ORDER BY i.id LIMIT ${max}`.execute(db),
    sent_invitations: (db, userId, after, max) =>
      sql<ExportRow>`
        SELECT i.id AS key, i.id, i.project_id, ${titleFor(userId)} AS project_title, u.name AS member_name, i.message,
          CASE WHEN i.lapsed_at IS NULL OR i.status = 'accepted' THEN i.status ELSE 'withdrawn' END AS status,
          CASE WHEN i.lapsed_at IS NULL OR i.status = 'accepted' THEN i.ended_by WHEN i.sent_withdrawn THEN NULL
            ELSE 'no_answer' END AS ended_by,
          i.created_at,
          CASE WHEN i.lapsed_at IS NULL OR i.status = 'accepted' THEN i.decided_at ELSE i.lapsed_at END AS decided_at
        FROM invitations i JOIN projects p ON p.id = i.project_id JOIN users u ON u.id = i.member_id
        WHERE i.creator_id = ${userId} AND i.id > ${after} ORDER BY i.id LIMIT ${max}`.execute(db),
    received_invitations: (db, userId, after, max) =>
      sql<ExportRow>`
        SELECT i.id AS key, i.id, i.project_id, ${titleFor(userId)} AS project_title, u.name AS creator_name, i.message, i.status, i.ended_by,
          i.delivered_at, i.answer_by, i.decided_at
        FROM invitations i JOIN projects p ON p.id = i.project_id JOIN users u ON u.id = i.creator_id
        WHERE i.member_id = ${userId} AND i.delivered_at IS NOT NULL AND i.id > ${after} ORDER BY i.id LIMIT ${max}`.execute(
        db,
      ),
    received_interests: (db, userId, after, max) =>
      sql<ExportRow>`
        SELECT i.id AS key, i.id, i.project_id, u.name AS requester_name, i.status, i.created_at, i.decided_at
        FROM interests i JOIN projects p ON p.id = i.project_id JOIN users u ON u.id = i.requester_id
        WHERE p.creator_id = ${userId} AND i.id > ${after} ORDER BY i.id LIMIT ${max}`.execute(db),
  },
};
