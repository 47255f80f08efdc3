/** The code that the system, PostgreSQL or a library gave an error, such as ENOENT or 23505; null for an error without one. */
export function errorCode(error: unknown): string | null {
  const { code } = errorFields(error);
  return typeof code === 'string' ? code : null;
}

/** The fields that a library gave an error beyond those that each error has. */
export const errorFields = (error: unknown): Readonly<Record<string, unknown>> =>
  typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {};
