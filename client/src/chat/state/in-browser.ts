import { writeStored } from '../../lib/storage';
import { deleteDrafts } from './outbox/drafts';
import { deleteOutbox } from './outbox/outbox';

/** The database in which the browser keeps the files that a member has chosen and not sent yet. */
export const chosenFilesOf = (member: number): string => `chosen-files:${member}`;
/** Which emoji a member uses most. */
export const emojiUsedKeyOf = (member: number): string => `emoji:${member}`;
/** The skin tone that a member chose for emoji. */
export const emojiToneKeyOf = (member: number): string => `emoji-tone:${member}`;

/** Deletes what this browser holds of a member's chat: what they wrote, chose and used here, and the server does not have. */
export function deleteInBrowser(member: number): void {
  deleteOutbox(member);
  deleteDrafts(member);
  deleteChosenFiles(member);
  writeStored(emojiUsedKeyOf(member), null);
  writeStored(emojiToneKeyOf(member), null);
}

/** One statement, here, so that it needs no code that would have to be loaded first. */
function deleteChosenFiles(member: number): void {
  try {
    indexedDB.deleteDatabase(chosenFilesOf(member));
  } catch {
    // Where there is no database nothing was kept.
  }
}
