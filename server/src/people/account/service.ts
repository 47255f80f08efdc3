import type { Account, PasswordBody, SignInProvider } from '@sangam/shared/people/account';
import { accountMessages, checkResetPassword } from '@sangam/shared/people/account-forms';
import type { Db, Trx } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { record } from '../../platform/records/audit.queries.js';
import { dropAddressChange } from '../address/queries.js';
import type { Addresses } from '../address/service.js';
import { findPasswordHash, lockUser } from '../profile/queries.js';
import { commonPassword, isCommonPassword } from '../sign-in/common-passwords.js';
import type { SessionOrigin } from '../sign-in/origin.js';
import { dropResets } from '../sign-in/password-reset.queries.js';
import type { Passwords } from '../sign-in/passwords.js';
import type { Sessions } from '../sign-in/sessions.js';
import type { AccountMails } from './account-mails.js';
import { type ChangeEmail, createChangeEmail } from './change-email.js';
import { createDeleteAccount, type DeleteAccount } from './deletion.js';
import { signInsOf } from './present.js';
import type { Prove } from './proof.js';
import { findWaysIn, setPassword } from './queries.js';

export interface AccountService {
  get(member: Member): Promise<Result<Account>>;
  /**
   * Sets another password, and ends every other session; answers how many. INVALID, with the field, for a current password
   * that is wrong or that the account does not have, and for a new one that is not allowed; BUSY.
   */
  changePassword(member: Member, body: PasswordBody, origin: SessionOrigin): Promise<Result<{ ended: number }>>;
  changeEmail: ChangeEmail;
  remove: DeleteAccount;
  /** Withdraws the link to another address. */
  keepEmail(member: Member): Promise<Result<{ new_email: null }>>;
  /** Ends one of the member's sessions; NOT_FOUND when it is none of theirs, or has ended. */
  endSession(member: Member, sessionId: string, origin: SessionOrigin): Promise<Result<{ ended: number }>>;
  /** Ends the member's sessions but the one that asks. */
  endOthers(member: Member, origin: SessionOrigin): Promise<Result<{ ended: number }>>;
}

export function createAccountService(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  sessions: Sessions;
  passwords: Passwords;
  accountMails: AccountMails;
  addresses: Addresses;
  clock: Clock;
  prove: Prove;
  /** The providers that the installation knows. */
  offered: readonly SignInProvider[];
}): AccountService {
  const { db, bus, sessions, passwords, accountMails, addresses, offered } = deps;
  const wrongPassword = (message: string) => invalid([{ field: 'current_password', message }]);

  const self = (id: number) => ({ actorId: id, memberId: id });
  const noteEnded = (trx: Trx, id: number, ended: number, origin: SessionOrigin) =>
    record(trx, { kind: 'session:ended', ...self(id), details: { ended }, origin });

  return {
    async get({ id, sessionId }) {
      const [waysIn, live, new_email] = await Promise.all([
        findWaysIn(db, id),
        sessions.ofMember(id),
        addresses.newAddressOf(id),
      ]);
      if (!waysIn) return fail('UNAUTHORIZED');
      const { linked, ...ways } = waysIn;
      return ok({
        ...ways,
        providers: linked.map(({ provider }) => provider),
        sign_ins: signInsOf(linked, offered),
        new_email,
        sessions: live.map(({ created_at, used_at, ...session }) => ({
          ...session,
          signed_in_at: created_at.toISOString(),
          used_at: (used_at ?? created_at).toISOString(),
          is_this: session.id === sessionId,
        })),
      });
    },

    async changePassword({ id, sessionId }, body, origin) {
      const form = checkResetPassword(body.password);
      if (!form.ok) return invalid(form.errors);
      if (await isCommonPassword(form.value)) return commonPassword();
      const stored = await findPasswordHash(db, id);
      if (stored === null) return wrongPassword(accountMessages.noPassword);
      const matches = await passwords.matches(stored, body.current_password.trim());
      if (!matches.ok) return matches;
      if (!matches.value) return wrongPassword(accountMessages.wrongPassword);
      const passwordHash = await passwords.hash(form.value);
      if (!passwordHash.ok) return passwordHash;
      return transact(db, bus, async (trx, publish) => {
        await lockUser(trx, id);
        // A reset meanwhile has withdrawn the password that was proved, and ended this session.
        if ((await findPasswordHash(trx, id)) !== stored) return wrongPassword(accountMessages.wrongPassword);
        await setPassword(trx, id, passwordHash.value);
        await dropResets(trx, id);
        await dropAddressChange(trx, id);
        await accountMails.passwordChanged(trx, publish, id);
        await record(trx, { kind: 'password:changed', ...self(id), details: {}, origin });
        const ended = await sessions.endOthers(trx, id, sessionId);
        publish('sessions:ended', { session_ids: ended });
        return ok({ ended: ended.length });
      });
    },

    endSession: ({ id }, sessionId, origin) =>
      transact(db, bus, async (trx, publish) => {
        if (!(await sessions.endOwn(trx, id, sessionId))) return fail('NOT_FOUND');
        await noteEnded(trx, id, 1, origin);
        publish('sessions:ended', { session_ids: [sessionId] });
        return ok({ ended: 1 });
      }),
    changeEmail: createChangeEmail(deps),
    remove: createDeleteAccount(deps),

    keepEmail: ({ id }) =>
      transact(db, bus, async (trx) => {
        await dropAddressChange(trx, id);
        return ok({ new_email: null });
      }),

    endOthers: ({ id, sessionId }, origin) =>
      transact(db, bus, async (trx, publish) => {
        const ended = await sessions.endOthers(trx, id, sessionId);
        if (ended.length > 0) await noteEnded(trx, id, ended.length, origin);
        publish('sessions:ended', { session_ids: ended });
        return ok({ ended: ended.length });
      }),
  };
}
