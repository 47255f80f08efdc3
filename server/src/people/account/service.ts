import type {
  Account,
  AccountActivity,
  EmailBody,
  LinkedSignIn,
  PasswordBody,
  SignInProvider,
} from '@sangam/shared/people/account';
import { checkForgotPassword } from '@sangam/shared/people/account-forms';
import { accountMessages } from '@sangam/shared/people/account-messages';
import { peopleLimits } from '@sangam/shared/people/limits';
import { checkNewPassword } from '@sangam/shared/people/password-rules';
import type { Db, Trx } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { listOwn, record } from '../../platform/records/audit.queries.js';
import { dropAddressChange } from '../address/queries.js';
import type { Addresses } from '../address/service.js';
import { dropCodes } from '../oauth/queries.js';
import { findPasswordHash, lockUser } from '../profile/queries.js';
import { commonPassword, isCommonPassword } from '../sign-in/common-passwords.js';
import type { SessionOrigin } from '../sign-in/devices.js';
import type { Passwords } from '../sign-in/password-hashes.js';
import { dropResets } from '../sign-in/password-reset.queries.js';
import type { Sessions } from '../sign-in/sessions.js';
import type { AccountMails } from './account-mails.js';
import { createDeleteAccount, type DeleteAccount } from './deletion.js';
import type { Prove } from './proof.js';
import { findWaysIn, setPassword } from './queries.js';

export interface AccountService {
  get(member: Member): Promise<Result<Account>>;
  /**
   * Sets a new password and ends every other session; returns how many. INVALID, with the field, if the current password is wrong or
   * the account has none, and for a new password that isn't allowed; BUSY.
   */
  changePassword(member: Member, body: PasswordBody, origin: SessionOrigin): Promise<Result<{ ended: number }>>;
  /**
   * Mails a link to a new address, which replaces the member's once it is confirmed, and warns the current one. Returns the address
   * as it will be stored. INVALID, with the field; doesn't reveal whether the new address has an account.
   */
  changeEmail(member: Member, body: EmailBody): Promise<Result<{ new_email: string }>>;
  /** Withdraws that link. */
  keepEmail(member: Member): Promise<Result<{ new_email: null }>>;
  /** Ends one of the member's sessions; NOT_FOUND if it isn't theirs or has ended. */
  endSession(member: Member, sessionId: string, origin: SessionOrigin): Promise<Result<{ ended: number }>>;
  /** Ends all of the member's sessions except this one. */
  endOthers(member: Member, origin: SessionOrigin): Promise<Result<{ ended: number }>>;
  /** A page of the account's activity, newest first. Other people who acted on it aren't named. */
  activity(
    member: Member,
    range: { before?: number | undefined; limit?: number | undefined },
  ): Promise<Result<AccountActivity>>;
  remove: DeleteAccount;
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
  /** The providers that this installation offers. */
  offered: readonly SignInProvider[];
}): AccountService {
  const { db, bus, sessions, passwords, accountMails, addresses, prove, offered } = deps;
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
      const form = checkNewPassword(body.password);
      if (!form.ok) return invalid(form.errors);
      const common = await isCommonPassword(form.value);
      if (!common.ok) return common;
      if (common.value) return commonPassword();
      const stored = await findPasswordHash(db, id);
      if (stored === null) return wrongPassword(accountMessages.noPassword);
      const matches = await passwords.matches(stored, body.current_password.trim());
      if (!matches.ok) return matches;
      if (!matches.value) return wrongPassword(accountMessages.wrongPassword);
      const passwordHash = await passwords.hash(form.value);
      if (!passwordHash.ok) return passwordHash;
      return transact(db, bus, async (trx, publish) => {
        await lockUser(trx, id);
        // A concurrent reset has replaced the checked password and ended this session.
        if ((await findPasswordHash(trx, id)) !== stored) return wrongPassword(accountMessages.wrongPassword);
        await setPassword(trx, id, passwordHash.value);
        await dropResets(trx, id);
        await dropAddressChange(trx, id);
        await dropCodes(trx, id);
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

    async changeEmail(member, body) {
      const form = checkForgotPassword(body.email);
      if (!form.ok) return invalid(form.errors);
      const proof = await prove(member, body.current_password);
      if (!proof.ok) return proof;
      return transact(db, bus, async (trx, publish) => {
        const own = await lockUser(trx, member.id);
        if (!own) return fail('UNAUTHORIZED');
        if ((await findPasswordHash(trx, member.id)) !== proof.value.passwordHash)
          return wrongPassword(accountMessages.wrongPassword);
        if (!(await addresses.askToChange(trx, publish, member.id, form.value)))
          return invalid([{ field: 'email', message: 'This is already your address.' }]);
        await accountMails.emailChangeAsked(trx, publish, member.id);
        return ok({ new_email: form.value });
      });
    },

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

    async activity({ id }, { before, limit = peopleLimits.accountActivityPage }) {
      const rows = await listOwn(db, id, { before, limit });
      const entries = rows.slice(0, limit).map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
      return ok({ entries, has_more: rows.length > limit });
    },

    remove: createDeleteAccount(deps),
  };
}

/** The linked and the offered providers, by name. */
const signInsOf = (
  linked: readonly { provider: SignInProvider; at: Date }[],
  offered: readonly SignInProvider[],
): LinkedSignIn[] =>
  [...new Set([...linked.map(({ provider }) => provider), ...offered])].sort().map((provider) => ({
    provider,
    linked_at: linked.find((one) => one.provider === provider)?.at.toISOString() ?? null,
    is_offered: offered.includes(provider),
  }));
