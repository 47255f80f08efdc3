import { cleanEmail } from '@sangam/shared/people/account-forms';
import { CommandError } from '../../platform/commands/command.js';
import type { Db } from '../../platform/db/database.js';
import { inTransaction } from '../../platform/db/transaction.js';
import type { Clock } from '../../platform/lib/clock.js';
import { findNamed, listModerators } from './queries.js';
import { endRole, giveRole } from './role.js';

const USAGE = `Usage: npm run moderator -- add ADDRESS
       npm run moderator -- remove ADDRESS
       npm run moderator -- list`;

async function memberByEmail(db: Db, address: string) {
  const member = await findNamed(db, cleanEmail(address));
  if (!member) throw new CommandError(`No member has the address ${address}.`);
  return member;
}

/** Names moderators, and returns the sentence for the operator. Throws CommandError. */
export async function runModeratorCommand(
  { db, clock }: { db: Db; clock: Clock },
  [command, address]: readonly string[],
): Promise<string> {
  if (command === 'list') {
    const moderators = await listModerators(db);
    const lines = moderators.map(
      ({ email, name, by_setting }) => `${email}  ${name}${by_setting ? '  (MODERATORS)' : ''}`,
    );
    return lines.length === 0 ? 'There are no moderators.' : lines.join('\n');
  }
  if ((command !== 'add' && command !== 'remove') || address === undefined) throw new CommandError(USAGE);
  const member = await memberByEmail(db, address);
  const change = { userId: member.id, at: clock.now() };
  if (command === 'remove') {
    const removed = await inTransaction(db, (trx) => endRole(trx, change));
    return removed ? `${member.name} is no longer a moderator.` : `${member.name} wasn’t a moderator.`;
  }
  if (!member.is_proved)
    throw new CommandError(
      `${member.name} hasn’t confirmed the address ${member.email} yet, so it may belong to another person. They can request a link in their account settings. Without SMTP_URL, the link is in the server’s log and in DATA_DIR/mail.`,
    );
  const isNew = await inTransaction(db, (trx) => giveRole(trx, { ...change, bySetting: false }));
  return isNew ? `${member.name} is now a moderator.` : `${member.name} is already a moderator.`;
}
