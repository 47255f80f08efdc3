import { peopleLimits } from '@sangam/shared/people/limits';
import { type SqlBool, sql } from 'kysely';
import type { Member } from './queries.js';

type Condition = ReturnType<typeof sql<SqlBool>>;

/** Whether a member `users` shows themself in Find people and has not lapsed. The first condition is that of an index. */
export const isListedIn = (users: string): Condition => {
  const row = sql.ref(users);
  return sql<SqlBool>`(${row}.listed
    AND ${row}.active_on > (now() AT TIME ZONE 'UTC')::date - ${sql.lit(peopleLimits.listedForDays)}::int)`;
};

/** The same for one member, as a scalar subquery: for EXISTS the planner may read all members once. */
export const isListed = (member: Member) =>
  sql<SqlBool>`coalesce((SELECT ${isListedIn('listing')} FROM users listing WHERE listing.id = ${member}), false)`;
