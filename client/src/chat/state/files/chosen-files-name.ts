/** The database in which the browser keeps the files that a member has chosen and not sent yet. */
export const chosenFilesOf = (member: number): string => `chosen-files:${member}`;

/** Deletes them, at a sign-out. One statement, here, so that it needs no code that would have to be loaded first. */
export function deleteChosenFiles(member: number): void {
  try {
    indexedDB.deleteDatabase(chosenFilesOf(member));
  } catch {
    // Where there is no database nothing was kept.
  }
}
