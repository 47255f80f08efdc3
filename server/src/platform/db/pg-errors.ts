const code = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** A UNIQUE constraint refused the row; `constraint` narrows it to one. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  code(error) === '23505' && (constraint === undefined || (error as { constraint?: string }).constraint === constraint);

/** Another transaction conflicted; the same statement may succeed when it is retried at once. */
export const isContention = (error: unknown): boolean => ['23505', '40001', '40P01'].includes(code(error) ?? '');

/** What it needs was locked by another transaction, for too long or in a circle. */
export const isLockedOut = (error: unknown): boolean => ['55P03', '40P01'].includes(code(error) ?? '');

/**
 * What the connection has prepared is not what it should be: a migration changed the types of its columns, or a pooler
 * gave the session to somebody else. The statement has not run. By where PostgreSQL refuses it, since 0A000 has many causes.
 */
export const isStalePreparation = (error: unknown): boolean => {
  const known = code(error);
  if (known === '0A000') return (error as { routine?: string }).routine === 'RevalidateCachedQuery';
  return known === '26000' || known === '42P05';
};

/**
 * The database is unreachable, restarting, full, read-only, overloaded or too slow. By SQLSTATE: 08 connection, 25006
 * read-only (a demoted primary), 25P03 and 25P04 transaction timeouts, 40 rolled back because of another transaction (also
 * on a recovering standby), 53 resources (53100: disk full), 55P03 lock timeout, 57 operator (57P01 to 57P03: stopping or
 * starting), 58 system error. Or what the connection had prepared was stale.
 */
export function isUnavailable(error: unknown): boolean {
  if (isStalePreparation(error)) return true;
  const known = code(error);
  if (known !== null)
    return (
      /^(08|25006|25P03|25P04|40|53|55P03|57|58)/u.test(known) ||
      /^E(CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND|AI_AGAIN)/u.test(known)
    );
  return (
    error instanceof Error &&
    /timeout (exceeded|expired)|Connection terminated|Query read timeout|not queryable/u.test(error.message)
  );
}

/**
 * Whether the connection is to be thrown away after this error: it is broken, what it has prepared is stale, or it leads to a
 * server that does not do the work any more (a demoted primary, one that stops), and a new one may find the right server. What
 * the database merely refuses (a unique violation, say) leaves it as good as before, with all that it has prepared.
 */
export function spoilsConnection(error: unknown): boolean {
  const known = code(error);
  const refused =
    typeof error === 'object' && error !== null && 'severity' in error && error.severity === 'ERROR' && known !== null;
  return !refused || isStalePreparation(error) || /^(08|25006|25P03|25P04|57P|58)/u.test(known);
}
