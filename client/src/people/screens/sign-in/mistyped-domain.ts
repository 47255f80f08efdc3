/** Domains of common mail providers, including some that look like a typo of another. */
const providers = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'yahoo.in',
  'yahoo.co.in',
  'yahoo.co.uk',
  'ymail.com',
  'outlook.com',
  'outlook.in',
  'hotmail.com',
  'hotmail.co.uk',
  'hotmail.in',
  'icloud.com',
  'protonmail.com',
  'rediffmail.com',
  'rediff.com',
  'mail.com',
  'email.com',
] as const;

/** These have a domain in nearly every country. */
const national = /^(?:yahoo|outlook|hotmail)\.(?:co\.)?(?<country>[a-z]{2})$/u;

/** Colombia, Cameroon and Oman: more likely typos of `.com`. */
const slipsOfCom = ['co', 'cm', 'om'];

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

function isNational(domain: string): boolean {
  const country = national.exec(domain)?.groups?.country;
  return country !== undefined && !slipsOfCom.includes(country) && countries.of(country.toUpperCase()) !== undefined;
}

/** Shorter domains differ from too many other real ones by a letter. */
const SUGGESTED_MIN_CHARS = 9;

/** Endings that don't exist and are typos of `.com`. */
const slipOfCom = /\.(?:c[mp]o|comm|con|cim|ocm|vom|xom)$/u;

/** Counts mistyped letters: inserted, left out, replaced, or two swapped. Maintained libraries count a swap as two. */
function slipsBetween(a: string, b: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, n) => n)];
  for (let row = 1; row <= a.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      now[column] = Math.min(
        (last?.[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
        (last?.[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before?.[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, now];
  }
  return last?.[b.length] ?? 0;
}

/** Returns the domain that was probably meant in this address; null if its own looks right. */
export function intendedDomain(email: string): string | null {
  const domain = email.trim().toLowerCase().split('@').at(-1) ?? '';
  if (!email.includes('@') || !/.\../u.test(domain)) return null;
  if (isNational(domain) || providers.some((known) => known === domain)) return null;
  const near = providers
    .filter((known) => known.length >= SUGGESTED_MIN_CHARS)
    .map((known) => ({ known, slips: slipsBetween(domain, known) }))
    .filter(({ known, slips }) => slips === 1 || (slips === 2 && known[0] === domain[0]))
    .toSorted((a, b) => a.slips - b.slips)[0];
  return near?.known ?? (slipOfCom.test(domain) ? domain.replace(slipOfCom, '.com') : null);
}
