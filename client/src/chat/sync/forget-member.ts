import { writeStored } from '../../lib/storage';
import { chosenFilesOf, emojiToneKeyOf, emojiUsedKeyOf, searchesKeyOf } from '../state/browser-data';
import { deleteDrafts } from '../state/outbox/drafts';
import { deleteOutbox } from '../state/outbox/stored-items';
import { storedTeamsKeyOf } from '../state/teams';

/** Deletes a member's chat data in this browser: outbox, drafts, chosen files, searches and emoji. */
export function deleteBrowserData(member: number): void {
  deleteOutbox(member);
  deleteDrafts(member);
  writeStored(searchesKeyOf(member), null);
  deleteChosenFiles(member);
  writeStored(storedTeamsKeyOf(member), null);
  writeStored(emojiUsedKeyOf(member), null);
  writeStored(emojiToneKeyOf(member), null);
}

/** Deletes the database here, since code loaded on demand may not be available. */
function deleteChosenFiles(member: number): void {
  try {
    indexedDB.deleteDatabase(chosenFilesOf(member));
  } catch {
    // Without a database, nothing was stored.
  }
}
