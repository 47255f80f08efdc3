import { TEAM_MENTION } from '@sangam/shared/chat/mention-words';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { looksOf } from './skeleton.js';

/** Words of which a name may not consist alone: it would speak for this installation. */
const roles = [
  ...['admin', 'admins', 'administrator', 'administrators', 'moderator', 'moderators', 'official', 'staff', 'support'],
  ...['team', 'help', 'security', 'system', 'the'],
];
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
const bare = (look: string): string => look.replace(/[\u0300-\u036f]/gu, '');
const bareLooks = (name: string): string[] => looksOf(name).map(bare);
const reserved = new Set(names.flatMap(bareLooks));
const roleLooks = new Set([...roles, product].flatMap(bareLooks));
/** Roles that a person's name does not consist of; the others are reserved together with one of them or the product only. */
const telling = new Set([...roles.slice(0, 9), product].flatMap(bareLooks));

/** Whether a name looks like the one of a deleted member, of the product or of those who run it, or mentions a whole team. */
export function isReserved(name: string): boolean {
  if (bareLooks(name).some((look) => reserved.has(look))) return true;
  const words = name
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
  const isOf = (looks: ReadonlySet<string>) => (word: string) => bareLooks(word).some((look) => looks.has(look));
  return words.length > 0 && words.every(isOf(roleLooks)) && words.some(isOf(telling));
}
