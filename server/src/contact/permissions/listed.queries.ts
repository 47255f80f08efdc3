import { peopleLimits } from '@sangam/shared/people/limits';
import { type SqlBool, sql } from 'kysely';
import type { Member } from './queries.js';

type Condition = ReturnType<typeof sql<SqlBool>>;

/**
 * Whether the member of a row is listed in Find people and has not lapsed. `users` is the table's alias in the query. The first condition
 * matches an index.
 */
export const isListedIn = (users: string): Condition => {
  const row = sql.ref(users);
  return sql<SqlBool>`(${row}.listed
    AND ${row}.active_on > (now() AT TIME ZONE 'UTC')::date - ${sql.lit(peopleLimits.listedForDays)}::int)`;
};

/** Like `isListedIn`, for one member. A scalar subquery: for EXISTS the planner may read all members once. */
export const isListed = (member: Member) =>
  sql<SqlBool>`coalesce((SELECT ${isListedIn('listing')} FROM users listing WHERE listing.id = ${member}), false)`;
