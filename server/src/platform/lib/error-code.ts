import { fieldsOf } from '@sangam/shared/core/keys-of';

/** The code that the system, PostgreSQL or a library gave an error, such as ENOENT or 23505; null for an error without one. */
export function errorCode(error: unknown): string | null {
  const { code } = fieldsOf(error);
  return typeof code === 'string' ? code : null;
}
