import type { EmailBody, PasswordBody } from '@sangam/shared/people/account';
import { checkNewEmail } from '@sangam/shared/people/account-forms';
import { accountMessages } from '@sangam/shared/people/account-messages';
import { checkNewPassword } from '@sangam/shared/people/password-rules';
import type { Db } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Member } from '../../platform/lib/member.js';
import { type Fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { byMember, record } from '../../platform/records/audit.queries.js';
import { dropAddressChange } from '../address/queries.js';
import type { Addresses } from '../address/service.js';
import type { AccountEmails } from '../emails/account-emails.js';
import type { CommonPasswords } from '../sign-in/common-passwords.js';
import type { Passwords } from '../sign-in/password-hashes.js';
import { voidEmailedLinks } from '../sign-in/password-reset.queries.js';
import { lockProved, type Prove, refuseProof } from '../sign-in/proof.js';
import type { SessionOrigin } from '../sign-in/session-origin.js';
import type { Sessions } from '../sign-in/sessions.js';
import { dropCodes } from '../sign-in/social.queries.js';
import { findPasswordHash, setPassword } from '../users/credentials.queries.js';

/** Changes to the password and the address, for members who prove who they are. */
export interface CredentialChanges {
  /**
   * Sets a new password and ends every other session; returns how many. INVALID, with the field, if the current password is wrong or
   * the account has none, and for a new password that isn't allowed; BUSY.
   */
  changePassword(member: Member, body: PasswordBody, origin: SessionOrigin): Promise<Result<{ ended: number }>>;
  /**
   * Emails a link to a new address, which replaces the member's once it is confirmed, and warns the current one. Returns the address
   * as it will be stored. INVALID, with the field; doesn't reveal whether the new address has an account.
   */
  changeEmail(member: Member, body: EmailBody): Promise<Result<{ new_email: string }>>;
  /** Withdraws the link to a new address. */
  keepEmail(member: Member): Promise<Result<{ new_email: null }>>;
}

/** RATE_LIMITED if this member has entered too many new addresses, or this address was entered too often. */
type RefuseLink = (userId: number, email: string) => Promise<Fail | null>;

export interface CredentialDeps {
  db: Db;
  bus: Bus<DomainEvents>;
  sessions: Sessions;
  passwords: Passwords;
  commonPasswords: CommonPasswords;
  accountEmails: AccountEmails;
  addresses: Addresses;
  prove: Prove;
  refuseLink: RefuseLink;
}

export function createCredentialChanges(deps: CredentialDeps): CredentialChanges {
  const { db, bus, sessions, passwords, commonPasswords, accountEmails, addresses, prove, refuseLink } = deps;
  return {
    async changePassword({ id, sessionId }, body, origin) {
      const form = checkNewPassword(body.password);
      if (!form.ok) return invalid(form.errors);
      const common = await commonPasswords.refuse(form.value);
      if (common) return common;
      const stored = await findPasswordHash(db, id);
      if (stored === null) return refuseProof(accountMessages.noPassword);
      const matches = await passwords.matches(stored, body.current_password.trim());
      if (!matches.ok) return matches;
      if (!matches.value) return refuseProof(accountMessages.wrongPassword);
      const passwordHash = await passwords.hash(form.value);
      if (!passwordHash.ok) return passwordHash;
      return transact(db, bus, async (trx, publish) => {
        const proofRefusal = await lockProved(trx, id, { passwordHash: stored });
        if (proofRefusal !== null) return proofRefusal;
        await setPassword(trx, id, passwordHash.value);
        await voidEmailedLinks(trx, id);
        await dropCodes(trx, id);
        await accountEmails.passwordChanged(trx, publish, id);
        await record(trx, { kind: 'password:changed', ...byMember(id), details: {}, origin });
        const ended = await sessions.endOthers(trx, id, sessionId);
        publish('sessions:ended', { session_ids: ended });
        return ok({ ended: ended.length });
      });
    },

    async changeEmail(member, body) {
      const form = checkNewEmail(body.email);
      if (!form.ok) return invalid(form.errors);
      const proof = await prove(member, body.current_password);
      if (!proof.ok) return proof;
      // Counts every address alike, so that the limit doesn't reveal which ones have an account.
      const flooded = await refuseLink(member.id, form.value);
      if (flooded) return flooded;
      return transact(db, bus, async (trx, publish) => {
        const proofRefusal = await lockProved(trx, member.id, proof.value);
        if (proofRefusal !== null) return proofRefusal;
        if (!(await addresses.askToChange(trx, publish, member.id, form.value)))
          return invalid([{ field: 'email', message: 'This is already your address.' }]);
        await accountEmails.emailChangeAsked(trx, publish, member.id);
        return ok({ new_email: form.value });
      });
    },

    keepEmail: ({ id }) =>
      transact(db, bus, async (trx) => {
        await dropAddressChange(trx, id);
        return ok({ new_email: null });
      }),
  };
}
