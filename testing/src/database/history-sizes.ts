import { sql } from 'kysely';

export const HISTORY_ROWS = 100_000;
export const MEMBERS = 5_000;
/** The id of one more member, who has the most conversations. */
export const LONG_LISTED = MEMBERS + 1;
/** The number of rows per statement. */
export const CHUNK = 10_000;

/** Selects the numbers `n` of one chunk of rows. */
export const numbersFrom = (from: number) => sql`generate_series(${sql.lit(from)}, ${sql.lit(from + CHUNK - 1)}) n`;
