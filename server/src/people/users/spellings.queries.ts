import { domainToUnicode } from 'node:url';
import { canonicalEmail } from '@sangam/shared/people/account-forms';
import { type RawBuilder, sql } from 'kysely';

/**
 * The forms in which an address may be stored, the typed form first. New addresses are stored in canonical form, but earlier versions
 * stored them as typed, so that each spelling of a domain could have its own account.
 */
function spellingsOf(email: string): string[] {
  const canonical = canonicalEmail(email);
  const domainStart = canonical.lastIndexOf('@') + 1;
  const readable = canonical.slice(0, domainStart) + domainToUnicode(canonical.slice(domainStart));
  return [...new Set([email, canonical, readable, `${canonical}.`, `${readable}.`])];
}

/** Returns a condition that a column holds a spelling of this address, and an order that puts the typed spelling first. */
export function spellingConditions(
  column: string,
  email: string,
): { matches: RawBuilder<boolean>; nearest: RawBuilder<number> } {
  const spellings = sql`${spellingsOf(email)}::text[]`;
  const stored = sql.ref(column);
  return {
    matches: sql<boolean>`${stored} = ANY (${spellings})`,
    nearest: sql<number>`array_position(${spellings}, ${stored})`,
  };
}
