import { type RawBuilder, type SqlBool, sql } from 'kysely';

/*
 * Conditions for the project `p` that several statements have. Their values are literals, not parameters: PostgreSQL uses the partial
 * indexes only for literals.
 */

/** Everybody may see it. A place in a list leaves out other projects, too: it would reveal their words and seats. */
export const isVisible = sql<SqlBool>`p.state <> 'deleted' AND p.hidden_at IS NULL`;
/** It takes requests to join, and has a creator to answer them. */
export const takesRequests = sql<SqlBool>`p.state = 'open' AND p.seeks_creator_until IS NULL`;
/** A visible one is in the default list: it was confirmed after this (R4.13). The first condition is that of an index. */
export const isInList = (since: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`p.may_be_listed AND p.confirmed_at > ${since} AND p.seeks_creator_until IS NULL`;
