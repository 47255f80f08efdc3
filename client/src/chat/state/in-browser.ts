import { writeStored } from '../../lib/storage';
import { deleteDrafts } from './outbox/drafts';
import { deleteOutbox } from './outbox/outbox';
import { storedTeamsKeyOf } from './teams';

/** The name of the database with a member's chosen, unsent files. */
export const chosenFilesOf = (member: number): string => `chosen-files:${member}`;
/** The key of a member's recent searches. */
export const searchesKeyOf = (member: number): string => `searches:${member}`;
/** The key of a member's most-used emoji. */
export const emojiUsedKeyOf = (member: number): string => `emoji:${member}`;
/** The key of a member's skin tone for emoji. */
export const emojiToneKeyOf = (member: number): string => `emoji-tone:${member}`;

/** Deletes a member's chat data that only this browser has: outbox, drafts, chosen files, searches and emoji. */
export function deleteInBrowser(member: number): void {
  deleteOutbox(member);
  deleteDrafts(member);
  writeStored(searchesKeyOf(member), null);
  deleteChosenFiles(member);
  writeStored(storedTeamsKeyOf(member), null);
  writeStored(emojiUsedKeyOf(member), null);
  writeStored(emojiToneKeyOf(member), null);
}

/** Needs no code that would have to load first. */
function deleteChosenFiles(member: number): void {
  try {
    indexedDB.deleteDatabase(chosenFilesOf(member));
  } catch {
    // Without a database, nothing was stored.
  }
}
