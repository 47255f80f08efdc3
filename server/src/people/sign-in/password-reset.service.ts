import { checkForgotPassword } from '@sangam/shared/people/account-forms';
import { accountMessages } from '@sangam/shared/people/account-messages';
import { checkResetPassword } from '@sangam/shared/people/password-rules';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { addJobs } from '../../platform/jobs/jobs.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { tokenHash } from '../../platform/lib/secrets.js';
import { record } from '../../platform/records/audit.queries.js';
import type { AccountEmails } from '../emails/account-emails.js';
import { lockUser } from '../profile/queries.js';
import type { CommonPasswords } from './common-passwords.js';
import type { Passwords } from './password-hashes.js';
import * as queries from './password-reset.queries.js';
import { resetLink } from './send-reset-link.js';
import type { SessionOrigin } from './session-origin.js';
import type { Sessions } from './sessions.js';
import { dropCodes } from './social.queries.js';

export interface PasswordResets {
  /**
   * Emails a link, valid for 1 hour, if the address has an account; an older link is voided. Adds a job for any address and looks nothing
   * up, so that neither the answer nor its time reveals whether there is an account. INVALID for a malformed address.
   */
  forgot(email: string): Promise<Result<null>>;
  /** The account's name, or INVALID_RESET_TOKEN. Doesn't use up the link. */
  verify(token: string): Promise<Result<{ name: string }>>;
  /** Sets the password, once per link, and ends every session. INVALID, INVALID_RESET_TOKEN or BUSY. */
  reset(body: { token: string; password: string }, origin: SessionOrigin): Promise<Result<{ userId: number }>>;
}

export function createPasswordResets(
  deps: ActDeps & {
    accountEmails: AccountEmails;
    passwords: Passwords;
    commonPasswords: CommonPasswords;
    sessions: Sessions;
  },
): PasswordResets {
  const { db, bus, clock, accountEmails, passwords, commonPasswords, sessions } = deps;
  const badToken = (token: string) =>
    fail('INVALID_RESET_TOKEN', token === '' ? { message: accountMessages.invalidResetLink } : {});

  return {
    async forgot(email) {
      const form = checkForgotPassword(email);
      if (!form.ok) return invalid(form.errors);
      return transact(db, bus, async (trx, publish) => {
        const job = { payload: { email: form.value }, key: form.value, due_at: clock.now() };
        await addJobs(trx, publish, resetLink, [job]);
        return ok(null);
      });
    },

    async verify(token) {
      const found = await queries.findReset(db, tokenHash(token), clock.now());
      return found ? ok({ name: found.name }) : badToken(token);
    },

    async reset({ token, password }, origin) {
      const form = checkResetPassword(password);
      if (!form.ok) return invalid(form.errors);
      // Checked first, so that a made-up link causes no expensive work, and again in the transaction.
      const found = await queries.findReset(db, tokenHash(token), clock.now());
      if (!found) return badToken(token);
      const common = await commonPasswords.refuse(form.value);
      if (common) return common;
      const passwordHash = await passwords.hash(form.value);
      if (!passwordHash.ok) return passwordHash;
      return transact(db, bus, async (trx, publish) => {
        // Every change to how a member signs in locks the member's row first.
        await lockUser(trx, found.id);
        const link = await queries.takeReset(trx, tokenHash(token), clock.now());
        if (!link) return badToken(token);
        await queries.unlinkUnverified(trx, link.user_id);
        // A sign-in through a provider may be in progress.
        await dropCodes(trx, link.user_id);
        await queries.setVerifiedPassword(trx, link.user_id, passwordHash.value, clock.now());
        await queries.voidEmailedLinks(trx, link.user_id);
        await accountEmails.passwordChanged(trx, publish, link.user_id);
        await record(trx, { kind: 'password:reset', actorId: null, memberId: link.user_id, details: {}, origin });
        publish('sessions:ended', { session_ids: await sessions.endAll(trx, link.user_id) });
        return ok({ userId: found.id });
      });
    },
  };
}
