import { fieldsOf } from '@sangam/shared/core/keys-of';
import { errorCode } from '../lib/error-code.js';

/** A UNIQUE constraint refused the row; `constraint` narrows it to one. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  errorCode(error) === '23505' && (constraint === undefined || fieldsOf(error).constraint === constraint);

/** The database rolled the transaction back because of another one. It may succeed at once. */
export const isRolledBack = (error: unknown): boolean => ['40001', '40P01'].includes(errorCode(error) ?? '');

/** A lock was held by another transaction, for too long or in a deadlock. */
export const isLockedOut = (error: unknown): boolean => ['55P03', '40P01'].includes(errorCode(error) ?? '');

/**
 * A prepared statement is stale: a migration changed its columns' types, or a pooler gave the session to another client. The
 * statement has not run. Checked by routine, since 0A000 has many causes.
 */
export const isStalePreparation = (error: unknown): boolean => {
  const code = errorCode(error);
  if (code === '0A000') return fieldsOf(error).routine === 'RevalidateCachedQuery';
  return code === '26000' || code === '42P05';
};

/**
 * The database is unreachable, restarting, full, read-only, overloaded or too slow. By SQLSTATE: 08 connection, 25006 read-only
 * (a demoted primary), 25P03 and 25P04 transaction timeouts, 40 rolled back because of another transaction (also on a recovering
 * standby), 53 resources (53100: disk full), 55P03 lock timeout, 57 operator (57P01 to 57P03: stopping or starting), 58 system
 * error. Also true for a stale prepared statement, and for whatever ends or refuses a connection, such as a changed password.
 */
export function isUnavailable(error: unknown): boolean {
  if (isStalePreparation(error) || fieldsOf(error).severity === 'FATAL') return true;
  const code = errorCode(error);
  if (code !== null)
    return (
      /^(08|25006|25P03|25P04|40|53|55P03|57|58)/u.test(code) ||
      /^E(CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND|AI_AGAIN)/u.test(code)
    );
  return error instanceof Error && hasNoConnection(error);
}

/** Errors of `pg`, which have no code. */
const hasNoConnection = ({ message }: Error): boolean =>
  /timeout (exceeded|expired)|Connection terminated|Query read timeout|not queryable/u.test(message);

/**
 * No connection to the database can be had or kept, whatever the statement: it is gone, hangs, is stopping or starting. Unlike
 * `isUnavailable`, not for a statement that it refused or that took too long.
 */
export function isUnreachable(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const known = errorCode(error);
  // Transactions that took too long end their connection: a fault of this server.
  if (fieldsOf(error).severity === 'FATAL') return known === null || !known.startsWith('25P');
  return known === null ? hasNoConnection(error) : /^08|^57P0|^E/u.test(known) && isUnavailable(error);
}

/**
 * Whether to discard the connection after this error: it is broken, its prepared statements are stale, or it leads to a server
 * that no longer accepts work (a demoted or stopping primary), and a new one may find the right server. A refusal such as a
 * unique violation leaves the connection and its prepared statements intact.
 */
export function spoilsConnection(error: unknown): boolean {
  const code = errorCode(error);
  const refused = fieldsOf(error).severity === 'ERROR' && code !== null;
  return !refused || isStalePreparation(error) || /^(08|25006|25P03|25P04|57P|58)/u.test(code);
}

/** A newer version has migrated the database. The message says what to do. */
export class NewerDatabase extends Error {
  constructor(migration: string) {
    super(
      `A newer version of Sangam has updated this database (${migration}). Start that version or a later one, ` +
        'or restore a backup from before the update.',
    );
  }
}
