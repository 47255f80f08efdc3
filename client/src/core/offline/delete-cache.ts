/** The database in which the browser keeps what the member saw last (stores/kept). */
export const KEPT = 'kept';

/**
 * Deletes what was kept of whoever it was: at a sign-out and wherever a session ends or another begins, also without a network.
 * One statement, here, so that it needs no code that would have to be loaded first.
 */
export function deleteKept(): void {
  try {
    indexedDB.deleteDatabase(KEPT);
  } catch {
    // Where there is no database nothing was kept.
  }
}
