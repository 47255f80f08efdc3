import { sql } from 'kysely';
import type { SelectContacts } from '../../people/people.js';

/** Selects the members on the other side of the member's join requests, interests and invitations. */
export const selectRequestContacts: SelectContacts = (member) => sql`
  SELECT creator_id FROM join_requests WHERE requester_id = ${member}
  UNION ALL SELECT requester_id FROM join_requests WHERE creator_id = ${member}
  UNION ALL SELECT member_id FROM invitations WHERE creator_id = ${member} AND delivered_at IS NOT NULL
  UNION ALL SELECT creator_id FROM invitations WHERE member_id = ${member}
  UNION ALL SELECT p.creator_id FROM interests i JOIN projects p ON p.id = i.project_id
    WHERE i.requester_id = ${member}
  UNION ALL SELECT i.requester_id FROM interests i JOIN projects p ON p.id = i.project_id
    WHERE p.creator_id = ${member}`;
