import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Value } from '../db/built-once.js';

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
export const isOpen = (table: RequestTable, at: Value<Date>, row: string = table) =>
  sql<SqlBool>`(${sql.ref(`${row}.status`)} = 'pending' AND coalesce(${deadlineOf(table, row)} > ${at}, true))`;

/**
 * Whether a request is pending at this time or was answered: neither withdrawn nor ended by its deadline, whether or not its timer has run.
 * So what it permits between its two members ends with the deadline.
 */
export const isOpenOrAnswered = (table: RequestTable, at: Value<Date>, row: string = table) => {
  const status = sql.ref(`${row}.status`);
  const isEnded = table === 'interests' ? sql`${sql.ref(`${row}.ended_by`)} IS NOT NULL` : sql`${status} = 'withdrawn'`;
  return sql<SqlBool>`(NOT ${isEnded} AND (${status} <> 'pending' OR ${isOpen(table, at, row)}))`;
};

/** Whether a request's deadline has passed, and its timer hasn't run. */
export const isOverdue = (table: RequestTable, at: Value<Date>, row: string = table) =>
  sql<SqlBool>`(${sql.ref(`${row}.status`)} = 'pending' AND ${deadlineOf(table, row)} <= ${at})`;
