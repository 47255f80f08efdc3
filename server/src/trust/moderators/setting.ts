import type { Logger } from 'pino';
import type { Db } from '../../platform/db/database.js';
import { addModerator, findNamed, listModerators, removeModerator } from './queries.js';

/**
 * Makes the members with these addresses (MODERATORS) moderators, and removes those that the setting named before. Ignores addresses
 * that are not confirmed: otherwise anybody could sign up with one and become a moderator.
 */
export async function applySetting(db: Db, emails: readonly string[], log: Logger): Promise<void> {
  const [named, present] = [await findNamed(db, emails), await listModerators(db)];
  const proved = named.filter(({ is_proved }) => is_proved);
  const isNamed = (userId: number) => proved.some(({ id }) => id === userId);
  await db.transaction().execute(async (trx) => {
    for (const { id } of proved) await addModerator(trx, id, true);
    for (const { id, by_setting } of present) if (by_setting && !isNamed(id)) await removeModerator(trx, id);
  });
  const unknown = emails.length - proved.length;
  if (unknown > 0)
    log.warn({ unknown }, 'MODERATORS has addresses that no member has confirmed; they count at a later start');
}
