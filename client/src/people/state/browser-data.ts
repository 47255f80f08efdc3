import { deleteFormDrafts } from '../../core/forms/stored-drafts';
import { continueKeyOf } from '../../lib/links/next-path';
import { writeStored } from '../../lib/storage';

/** Deletes the member's data that only this browser has: form drafts, and the page to return to after confirming their address. */
export function deleteBrowserData(member: number): void {
  writeStored(continueKeyOf(member), null);
  deleteFormDrafts(member);
}
