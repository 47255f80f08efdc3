import { sql } from 'kysely';
import type { SelectContacts } from '../../people/people.js';

/** Selects the members on the other side of the member's join requests, interests and invitations. */
export const selectRequestContacts: SelectContacts = (member) => sql`
  SELECT creator_id FROM join_requests WHERE requester_id = ${member}
  UNION ALL SELECT requester_id FROM join_requests WHERE creator_id = ${member}
  UNION ALL SELECT member_id FROM invitations WHERE creator_id = ${member} AND delivered_at IS NOT NULL
  UNION ALL SELECT creator_id FROM invitations WHERE member_id = ${member}
  UNION ALL SELECT liked.creator_id FROM interests felt JOIN projects liked ON liked.id = felt.project_id
    WHERE felt.requester_id = ${member}
  UNION ALL SELECT felt.requester_id FROM interests felt JOIN projects liked ON liked.id = felt.project_id
    WHERE liked.creator_id = ${member}`;
