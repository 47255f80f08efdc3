import { goesOnKeyOf } from '../../lib/links/next-path';
import { keysStored, writeStored } from '../../lib/storage';

/** The beginning of the keys of a member's unsent forms. */
export const formDraftsOf = (member: number): string => `form:${member}:`;

/** Counts the member's forms with a draft. */
export const countFormDrafts = (member: number): number => keysStored(formDraftsOf(member)).length;

/** Deletes a member's data that only this browser has: drafts of forms, and where they go on. */
export function deleteInBrowser(member: number): void {
  writeStored(goesOnKeyOf(member), null);
  for (const key of keysStored(formDraftsOf(member))) writeStored(key, null);
}
