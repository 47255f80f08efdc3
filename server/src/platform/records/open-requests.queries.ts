import { type RawBuilder, type SqlBool, sql } from 'kysely';

type RequestTable = 'join_requests' | 'interests' | 'invitations';

/** The deadline of a pending request, of which it has one at most: for an answer, for its seat offer, or for its time on the waitlist. */
const deadlineOf = (table: RequestTable, row: string): RawBuilder<Date | null> => {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  return table === 'join_requests'
    ? sql`coalesce(${column('answer_by')}, ${column('offered_until')}, ${column('waits_until')})`
    : sql`${column('answer_by')}`;
};

/**
 * Whether a request is pending at this time. From its deadline on it has ended, even if its timer hasn't run. `isOver` applies the same
 * rule to a row that was read. `row`: the query's name for it. The status is a literal, for the partial indexes.
 */
export const isOpen = (table: RequestTable, at: Date, row: string = table) =>
  sql<SqlBool>`(${sql.ref(`${row}.status`)} = 'pending' AND coalesce(${deadlineOf(table, row)} > ${at}, true))`;

/** Whether a request's deadline has passed, and its timer hasn't run. */
export const isOverdue = (table: RequestTable, at: Date, row: string = table) =>
  sql<SqlBool>`(${sql.ref(`${row}.status`)} = 'pending' AND ${deadlineOf(table, row)} <= ${at})`;
