const code = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** A UNIQUE constraint refused the row; `constraint` narrows it to one. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  code(error) === '23505' && (constraint === undefined || (error as { constraint?: string }).constraint === constraint);

/** Another transaction was in the way; the same statement may succeed at once when tried again. */
export const isContention = (error: unknown): boolean => ['23505', '40001', '40P01'].includes(code(error) ?? '');

/**
 * The database is away, restarting, full, read-only, overloaded or too slow: not our fault and not the caller's. By SQLSTATE:
 * 08 connection, 25006 read-only (a primary that was demoted), 25P03 and 25P04 timeouts of a transaction, 40 rolled back for
 * another one's sake (a standby that recovers, too), 53 resources (53100: the disk is full), 55P03 a lock, 57 an operator
 * (57P01 to 57P03: it is stopping or starting), 58 the machine below it.
 */
export function isUnavailable(error: unknown): boolean {
  const known = code(error);
  if (known !== null)
    return (
      /^(08|25006|25P03|25P04|40|53|55P03|57|58)/u.test(known) ||
      /^E(CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND|AI_AGAIN)/u.test(known)
    );
  return (
    error instanceof Error &&
    /timeout exceeded|Connection terminated|Query read timeout|not queryable/u.test(error.message)
  );
}

/**
 * Whether the connection is to be thrown away after this error: it is broken, or leads to a server that does not do the work
 * any more (a demoted primary, one that stops), and a new one may find the right server. What the database merely refuses (a
 * unique violation, say) leaves it as good as before, with all that it has prepared.
 */
export function spoilsConnection(error: unknown): boolean {
  const known = code(error);
  const refused =
    typeof error === 'object' && error !== null && 'severity' in error && error.severity === 'ERROR' && known !== null;
  return !refused || /^(08|25006|25P03|25P04|57P|58)/u.test(known);
}
