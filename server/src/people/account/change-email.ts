import type { EmailBody } from '@sangam/shared/people/account';
import { accountMessages, checkForgotPassword } from '@sangam/shared/people/account-forms';
import type { Db } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import type { Addresses } from '../address/service.js';
import { findPasswordHash, lockUser } from '../profile/queries.js';
import type { AccountMails } from './account-mails.js';
import type { Prove } from './proof.js';

/**
 * Has a link mailed to another address, which takes the place of the member's once it is confirmed; the present one is told.
 * Answers it as it will be stored. INVALID, with the field; whether the new one has an account stays unsaid.
 */
export type ChangeEmail = (member: Member, body: EmailBody) => Promise<Result<{ new_email: string }>>;

export const createChangeEmail = (deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  addresses: Addresses;
  accountMails: AccountMails;
  prove: Prove;
}): ChangeEmail => {
  const { db, bus, addresses, accountMails, prove } = deps;
  return async (member, body) => {
    const form = checkForgotPassword(body.email);
    if (!form.ok) return invalid(form.errors);
    const proof = await prove(member, body.current_password);
    if (!proof.ok) return proof;
    return transact(db, bus, async (trx, publish) => {
      const own = await lockUser(trx, member.id);
      if (!own) return fail('UNAUTHORIZED');
      if ((await findPasswordHash(trx, member.id)) !== proof.value.passwordHash)
        return invalid([{ field: 'current_password', message: accountMessages.wrongPassword }]);
      if (!(await addresses.askToChange(trx, publish, member.id, form.value)))
        return invalid([{ field: 'email', message: 'This is your address already.' }]);
      await accountMails.emailChangeAsked(trx, publish, member.id);
      return ok({ new_email: form.value });
    });
  };
};
