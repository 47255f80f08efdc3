/** The code that the system, PostgreSQL or a library gave an error, such as ENOENT or 23505; null for an error without one. */
export const errorCode = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null;
