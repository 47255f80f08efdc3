import { CompiledQuery } from 'kysely';
import type { RunStatement } from './connections.js';
import type { Trx } from './database.js';

/** Runs statements written as text in a transaction. Their columns need names that differ: a row keeps their order. */
export const runIn =
  (trx: Trx): RunStatement =>
  async ({ text, values = [] }) => {
    const { rows } = await trx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
    return { rows: rows.map((row) => Object.values(row)) } as never;
  };
