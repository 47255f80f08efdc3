import { TEAM_MENTION } from '@sangam/shared/chat/mention-words';
import { charCount } from '@sangam/shared/core/text';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import type { Db, Trx } from '../../platform/db/database.js';
import { findModeratorNames } from './queries.js';
import { lookalikeKeys, looksLike } from './skeleton.js';

/** A name that consists of such words would seem to speak for this installation. */
const roles = [
  'admin',
  'admins',
  'administrator',
  'administrators',
  'moderator',
  'moderators',
  'official',
  'staff',
  'support',
];
/** Such words may add to a role or the product, as in "The Sangam team". Alone they are names. */
const additions = ['team', 'help', 'security', 'system', 'the'];
/** Words that no name may set apart with punctuation, as in "Asha (Moderator)": they would read as the member's role. */
const titles = ['administrator', 'administrators', 'moderator', 'moderators'];
const product = 'Sangam';
const names = [
  FORMER_MEMBER,
  `${FORMER_MEMBER}s`,
  'Deleted member',
  'Deleted user',
  'Deleted account',
  product,
  TEAM_MENTION,
];

/** Without marks on Latin letters, which turn a reserved name into one that reads the same. */
const withoutMarks = (key: string): string => key.replace(/[\u0300-\u036f]/gu, '');
const unmarkedKeys = (name: string): string[] => lookalikeKeys(name).map(withoutMarks);
const reserved = new Set(names.flatMap(unmarkedKeys));
const titleLooks = new Set(titles.flatMap(unmarkedKeys));
const roleLooks = new Set([...roles, product].flatMap(unmarkedKeys));
const officialLooks = new Set([...roles, product, ...additions].flatMap(unmarkedKeys));

/** Whether a name looks like that of a deleted member, the product or a person who runs it, or mentions a whole team. */
export function isReserved(name: string): boolean {
  if (unmarkedKeys(name).some((key) => reserved.has(key))) return true;
  const [words, nextToSigns] = wordsOf(name);
  const isAmong = (keys: ReadonlySet<string>) => (word: string) => unmarkedKeys(word).some((key) => keys.has(key));
  if (nextToSigns.some(isAmong(titleLooks))) return true;
  return words.some(isAmong(roleLooks)) && words.every(isAmong(officialLooks));
}

/** Returns all words of a name, and the words next to punctuation other than a full stop or an apostrophe. */
function wordsOf(name: string): [all: string[], apart: string[]] {
  // Words and their separators, in turn.
  const parts = name.normalize('NFKC').split(/([^\p{L}\p{N}\p{M}]+)/u);
  const isSign = (part = '') => /[^\s.'’]/u.test(part);
  const isWord = (part: string, index: number) => index % 2 === 0 && part !== '';
  const isNextToSign = (index: number) => isSign(parts[index - 1]) || isSign(parts[index + 1]);
  return [parts.filter(isWord), parts.filter((part, index) => isWord(part, index) && isNextToSign(index))];
}

/** Shorter names, such as Li, are too common to impersonate one person. */
const COMPARED_MIN_CHARS = 4;

/** Whether a member may take a name: it looks neither reserved nor like the name of another member who is a moderator now (R2.27). */
export async function isFreeName(db: Db | Trx, name: string, memberId: number | null): Promise<boolean> {
  if (isReserved(name)) return false;
  if (charCount(name) < COMPARED_MIN_CHARS) return true;
  const moderators = await findModeratorNames(db, memberId);
  return !moderators.some((moderator) => looksLike(name, moderator));
}
