import { domainToUnicode } from 'node:url';
import { canonicalEmail } from '@sangam/shared/people/account-forms';
import { type RawBuilder, sql } from 'kysely';

/**
 * The forms in which an address may be stored, as typed first. New ones are stored in their canonical form, but earlier versions stored
 * each as it was typed, so that a domain's spellings could have an account each.
 */
function spellingsOf(email: string): string[] {
  const canonical = canonicalEmail(email);
  const at = canonical.lastIndexOf('@') + 1;
  const readable = canonical.slice(0, at) + domainToUnicode(canonical.slice(at));
  return [...new Set([email, canonical, readable, `${canonical}.`, `${readable}.`])];
}

/** Whether a column holds a spelling of this address, and the order in which the one that was typed comes first. */
export function spelled(column: string, email: string): { matches: RawBuilder<boolean>; nearest: RawBuilder<number> } {
  const spellings = sql`${spellingsOf(email)}::text[]`;
  const stored = sql.ref(column);
  return {
    matches: sql<boolean>`${stored} = ANY (${spellings})`,
    nearest: sql<number>`array_position(${spellings}, ${stored})`,
  };
}
