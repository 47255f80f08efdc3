import { sql } from 'kysely';

/**
 * What the other member has sent in all, of a membership `m` and its conversation `c`. Unread is a subtraction: this, less how
 * much of it the member has read.
 */
export const otherSent = sql<number>`CASE WHEN c.low_id = m.user_id THEN c.high_sent ELSE c.low_sent END`;
