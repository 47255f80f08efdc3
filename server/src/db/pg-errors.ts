const code = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** A UNIQUE constraint refused the row; `constraint` narrows it to one. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  code(error) === '23505' && (constraint === undefined || (error as { constraint?: string }).constraint === constraint);

/** Another transaction was in the way; the same statement may succeed at once when tried again. */
export const isContention = (error: unknown): boolean => ['23505', '40001', '40P01'].includes(code(error) ?? '');

/** The database is away, restarting, overloaded or too slow: not our fault and not the caller's. */
export function isUnavailable(error: unknown): boolean {
  const known = code(error);
  if (known !== null)
    return /^(08|53|57)/u.test(known) || /^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND|AI_AGAIN)/u.test(known);
  return (
    error instanceof Error &&
    /timeout exceeded|Connection terminated|Query read timeout|not queryable/u.test(error.message)
  );
}
