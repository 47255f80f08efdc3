import type { Logger } from 'pino';
import type { Db } from '../../platform/db/database.js';
import { inTransaction } from '../../platform/db/transaction.js';
import type { Clock } from '../../platform/lib/clock.js';
import { findNamed, listModerators } from './queries.js';
import { endRole, giveRole } from './role.js';

/**
 * Makes the members with these addresses (MODERATORS) moderators, and removes those that the setting named before. Ignores addresses
 * that are not confirmed: otherwise anybody could sign up with one and become a moderator.
 */
export async function applySetting(
  { db, clock, log }: { db: Db; clock: Clock; log: Logger },
  emails: readonly string[],
): Promise<void> {
  const [members, present] = [await Promise.all(emails.map((email) => findNamed(db, email))), await listModerators(db)];
  const proved = members.flatMap((member) => (member?.is_proved ? member : []));
  const isNamed = (userId: number) => proved.some(({ id }) => id === userId);
  const at = clock.now();
  // One transaction each: ending a role waits for transactions that notify moderators, and these hold the other roles.
  for (const { id } of proved) await inTransaction(db, (trx) => giveRole(trx, { userId: id, bySetting: true, at }));
  for (const { id, by_setting } of present)
    if (by_setting && !isNamed(id)) await inTransaction(db, (trx) => endRole(trx, { userId: id, at }));
  const unknown = emails.length - proved.length;
  if (unknown > 0)
    log.warn({ unknown }, 'MODERATORS has addresses that no member has confirmed; they count at a later start');
}
