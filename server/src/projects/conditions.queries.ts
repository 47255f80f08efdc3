import { type RawBuilder, type SqlBool, sql } from 'kysely';

/*
 * Conditions for the project `p` that several statements share. Their values are literals, not parameters, since PostgreSQL uses the
 * partial indexes only for literals.
 */

/** Everybody may see the project. Also required of the project where a page begins: its position would otherwise reveal its text and seats. */
export const isVisible = sql<SqlBool>`p.state <> 'deleted' AND p.hidden_at IS NULL`;
/** The project accepts join requests, and has a creator to answer them. */
export const takesRequests = sql<SqlBool>`p.state = 'open' AND p.seeks_creator_until IS NULL`;
/**
 * A visible project with this condition is in the default list: it was confirmed after `since` (R4.13). The first part matches an index.
 */
export const isInList = (since: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`p.may_be_listed AND p.confirmed_at > ${since} AND p.seeks_creator_until IS NULL`;
