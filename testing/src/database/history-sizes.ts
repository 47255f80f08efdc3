import { sql } from 'kysely';

export const HISTORY_ROWS = 100_000;
export const MEMBERS = 5_000;
/** One more member, with this many conversations. */
export const LONG_LISTED = MEMBERS + 1;
/** Rows of one statement. */
export const CHUNK = 10_000;

/** The numbers of this part of the rows. */
export const numbersFrom = (from: number) => sql`generate_series(${sql.lit(from)}, ${sql.lit(from + CHUNK - 1)}) n`;
