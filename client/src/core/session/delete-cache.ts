/** The database of the offline data. */
export const DATABASE = 'kept';

/**
 * Deletes all offline data, at a logout and whenever a session ends or begins. It's in its own file so that it
 * works without a network.
 */
export function deleteCache(): void {
  try {
    indexedDB.deleteDatabase(DATABASE);
  } catch {
    // Without a database there is no offline data.
  }
}
