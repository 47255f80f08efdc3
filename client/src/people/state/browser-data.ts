import { continueKeyOf } from '../../lib/links/next-path';
import { keysStored, writeStored } from '../../lib/storage';

/** The key prefix of a member's form drafts. */
export const formDraftsOf = (member: number): string => `form:${member}:`;

/** Counts the member's forms with a draft. */
export const countFormDrafts = (member: number): number => keysStored(formDraftsOf(member)).length;

/** Deletes the member's data that only this browser has: form drafts, and the page to return to after confirming their address. */
export function deleteBrowserData(member: number): void {
  writeStored(continueKeyOf(member), null);
  for (const key of keysStored(formDraftsOf(member))) writeStored(key, null);
}
