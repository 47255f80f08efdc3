/** Whether races, seeds, kills and loads are repeated (`--mode full`). */
export const runsFull = process.env.SANGAM_FULL === '1';

/** Whether every row of a table and every screen is tried, rather than a sample (`--mode all` and `--mode full`). */
export const runsAll = runsFull || process.env.SANGAM_ALL === '1';

/** Returns every nth of `rows`, the first included, or each of them where all tests run. */
export function everyNth<Row>(nth: number, rows: readonly Row[]): Row[] {
  return rows.filter((_, index) => runsAll || index % nth === 0);
}
