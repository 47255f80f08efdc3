import { keysStored, writeStored } from '../../lib/storage';

/** The key prefix of a member's form drafts. */
export const formDraftsOf = (member: number): string => `form:${member}:`;

/** Counts the member's forms with a draft. */
export const countFormDrafts = (member: number): number => keysStored(formDraftsOf(member)).length;

export function deleteFormDrafts(member: number): void {
  for (const key of keysStored(formDraftsOf(member))) writeStored(key, null);
}
