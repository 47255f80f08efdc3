import { sql } from 'kysely';
import type { Trx } from './database.js';

/**
 * A lock on a key of one kind, such as a member's id. It waits for locks of the same kind and key; a shared one waits only for an exclusive
 * one.
 */
export interface AdvisoryLock {
  kind: 'acting' | 'blocks' | 'contact limits' | 'read marks';
  key: string;
  mode: 'shared' | 'exclusive';
}

/**
 * Takes locks one after the other, in one statement, and holds them until the transaction ends. Only a later statement sees the changes
 * that this one waited for.
 */
export const takeLocks = (trx: Trx, locks: readonly AdvisoryLock[]) =>
  sql`SELECT CASE mode
      WHEN 'shared' THEN pg_advisory_xact_lock_shared(hashtext(kind), hashtext(key))
      ELSE pg_advisory_xact_lock(hashtext(kind), hashtext(key)) END
    FROM unnest(
      ${locks.map(({ kind }) => kind)}::text[], ${locks.map(({ key }) => key)}::text[], ${locks.map(({ mode }) => mode)}::text[]
    ) AS lock (kind, key, mode)`.execute(trx);
