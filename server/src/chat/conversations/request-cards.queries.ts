import type { RequestConversation } from '@sangam/shared/chat/conversation-requests';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { titleFor } from '../../platform/records/project-title.queries.js';
import { isUnasked } from '../../requests/requests.js';

type Row = Omit<RequestConversation, 'requested_at'> & { requested_at: Date };

/**
 * The members with whom a member has join requests, interest or invitations in any state, and no message: the newest one with each. Times are
 * compared by the millisecond, as the client knows them. Conversations are looked up from the newest on, until the page is full: joined, a
 * creator's thousands of applicants were each compared with all of the creator's conversations. Names are read for the listed rows only.
 */
export async function listWithoutMessages(
  db: Db,
  userId: number,
  { before, before_id, limit }: { before: Date | undefined; before_id: number | undefined; limit: number },
): Promise<Row[]> {
  const below =
    before === undefined ? sql`` : sql`AND (n.requested_at, n.id) < (${before}::timestamptz, ${before_id ?? 0}::int8)`;
  const { rows } = await sql<Row>`
    WITH asked AS (
      SELECT requester_id AS id, false AS own, 'join_request' AS kind, project_id, created_at
      FROM join_requests WHERE creator_id = ${userId} AND NOT ${isUnasked}
      UNION ALL
      SELECT creator_id, true, 'join_request', project_id, created_at
      FROM join_requests WHERE requester_id = ${userId} AND NOT ${isUnasked}
      UNION ALL
      SELECT i.requester_id, false, 'interest', i.project_id, i.created_at
      FROM projects p JOIN interests i ON i.project_id = p.id WHERE p.creator_id = ${userId}
      UNION ALL
      SELECT p.creator_id, true, 'interest', i.project_id, i.created_at
      FROM interests i JOIN projects p ON p.id = i.project_id WHERE i.requester_id = ${userId}
      UNION ALL
      SELECT member_id, true, 'invitation', project_id, created_at FROM invitations WHERE creator_id = ${userId}
      UNION ALL
      SELECT creator_id, false, 'invitation', project_id, delivered_at
      FROM invitations WHERE member_id = ${userId} AND delivered_at IS NOT NULL
    ), newest AS (
      SELECT DISTINCT ON (id) id, own, kind, project_id, date_trunc('milliseconds', created_at) AS requested_at
      FROM asked WHERE id <> ${userId} ORDER BY id, created_at DESC
    ), page AS (
      SELECT * FROM (
        SELECT * FROM newest n WHERE true ${below} ORDER BY n.requested_at DESC, n.id DESC OFFSET 0
      ) AS n
      WHERE NOT coalesce((
        SELECT c.last_seq > 0 FROM memberships m JOIN conversations c ON c.id = m.conversation_id
        WHERE m.user_id = ${userId} AND m.other_id = n.id LIMIT 1), false)
      ORDER BY n.requested_at DESC, n.id DESC
      LIMIT ${limit}
    )
    SELECT page.id, (SELECT name FROM users WHERE id = page.id) AS name, page.kind, page.own,
           page.project_id, (SELECT ${titleFor(userId)} FROM projects p WHERE p.id = page.project_id) AS project_title, page.requested_at
    FROM page
    ORDER BY page.requested_at DESC, page.id DESC`.execute(db);
  return rows;
}
