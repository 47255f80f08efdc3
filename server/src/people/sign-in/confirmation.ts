import { accountMessages } from '@sangam/shared/people/account-messages';
import type { VerifyEmailBody } from '@sangam/shared/people/auth';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { checkNewPassword } from '@sangam/shared/people/password-rules';
import type { Db, Trx } from '../../platform/db/database.js';
import { isUniqueViolation } from '../../platform/db/pg-errors.js';
import { type ActDeps, type Publish, transact } from '../../platform/db/transaction.js';
import { addJobs } from '../../platform/jobs/jobs.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, invalid, mapResult, ok, type Result } from '../../platform/lib/result.js';
import { tokenHash } from '../../platform/lib/secrets.js';
import { record } from '../../platform/records/audit.queries.js';
import * as queries from '../address/queries.js';
import type { AccountEmails } from '../emails/account-emails.js';
import type { UsersService } from '../profile/service.js';
import { findCredentials, findPasswordHash, setPassword } from '../users/credentials.queries.js';
import type { CommonPasswords } from './common-passwords.js';
import type { Passwords } from './password-hashes.js';
import { voidEmailedLinks } from './password-reset.queries.js';
import { resetLink } from './send-reset-link.js';
import type { SessionOrigin } from './session-origin.js';
import type { Sessions } from './sessions.js';
import { dropCodes, unlinkAll } from './social.queries.js';

/** The account that a link belongs to, and the address that it confirms. */
interface Link {
  user_id: number;
  email: string;
  /** The link undoes a change of address. */
  bringsBack: boolean;
}

/** The proof that a caller adds to the link, since the person who opened the account may not own the address (R2.20). */
type Proof = { by: 'session' | 'link' } | { by: 'password' | 'new-password'; passwordHash: string };

/** `passwordHash`: that of a password which the caller knows or has set, so that they may be signed in while it is the account's. */
type Confirmation =
  | { state: 'confirmed'; userId: number; passwordHash: string | null }
  | { state: 'proof-needed'; email: string; hasPassword: boolean; bringsBack: boolean };

/**
 * Confirms an emailed link's address and makes it the account's, once per link. With a session of the account or its password, nothing else
 * changes. Without either, another person may have created the account: all sessions end, providers are unlinked, and the first sign-in
 * through a provider removes the password. A new password replaces the old one at once. INVALID_EMAIL_LINK, also if another account has
 * taken the address or may restore it; INVALID on `password` or `new_password`; BUSY.
 */
export type Confirm = (
  body: VerifyEmailBody,
  member: Member | null,
  origin: SessionOrigin,
) => Promise<Result<Confirmation>>;

interface Deps extends ActDeps {
  users: UsersService;
  sessions: Sessions;
  passwords: Passwords;
  commonPasswords: CommonPasswords;
  accountEmails: AccountEmails;
}

export function createConfirm(deps: Deps): Confirm {
  const { db, bus, clock, users, sessions, accountEmails } = deps;
  const prove = createProof(deps);

  /** Ends all access to the account from before its owner's confirmation, except the password. */
  const endOldAccess = async ({ trx, publish, account: { id } }: Confirming) => {
    publish('sessions:ended', { session_ids: await sessions.endAll(trx, id) });
    await unlinkAll(trx, id);
    await dropCodes(trx, id);
    await voidEmailedLinks(trx, id);
  };

  const replacePassword = async ({ trx, publish, account: { id }, origin }: Confirming, hash: string) => {
    await setPassword(trx, id, hash);
    await accountEmails.passwordChanged(trx, publish, id);
    await record(trx, { kind: 'password:reset', actorId: null, memberId: id, details: {}, origin });
  };

  /** Removes the password after an address was restored by its link alone, since the person who changed the address knows it. */
  const removePassword = async ({ trx, publish, account: { id }, link: { email }, origin }: Confirming) => {
    await setPassword(trx, id, null);
    await record(trx, { kind: 'password:removed', actorId: null, memberId: id, details: {}, origin });
    await addJobs(trx, publish, resetLink, [{ payload: { email }, key: email, due_at: clock.now() }]);
  };

  const changeAddress = async ({ trx, publish, account, link, origin }: Confirming) => {
    const wasConfirmed = account.email_verified_at !== null || !account.verification_asked;
    if (link.bringsBack) await queries.dropFormerAddresses(trx, account.id);
    else if (wasConfirmed) {
      const expires_at = new Date(clock.nowMs() + peopleServerLimits.formerAddressMs);
      await queries.storeFormerAddress(trx, {
        user_id: account.id,
        email: account.email,
        changed_at: clock.now(),
        expires_at,
      });
      await accountEmails.emailChanged(trx, publish, account.id, account.email);
    }
    await queries.setAddress(trx, account.id, link.email, clock.now());
    await voidEmailedLinks(trx, account.id);
    // No actor: the emailed link identifies the member, not a session.
    await record(trx, { kind: 'email:changed', actorId: null, memberId: account.id, details: {}, origin });
  };

  const apply = async (confirming: Confirming, proof: Proof) => {
    const { trx, publish, account, link } = confirming;
    if (!link.bringsBack && link.email === account.email && account.email_verified_at !== null) {
      if (proof.by === 'password' && account.password_unproven)
        await queries.setPasswordUnproven(trx, account.id, false);
      // The owner has used the account since then, and knows how to sign in.
      return proof.by === 'new-password' ? fail('INVALID_EMAIL_LINK') : ok(null);
    }
    if (link.email === account.email) await queries.setVerified(trx, account.id, clock.now());
    else if (!link.bringsBack && (await isTakenByOther(trx, link, clock.now()))) return fail('INVALID_EMAIL_LINK');
    else await changeAddress(confirming);
    if (proof.by === 'link' || proof.by === 'new-password') await endOldAccess(confirming);
    if (proof.by === 'new-password') await replacePassword(confirming, proof.passwordHash);
    else if (proof.by === 'link' && link.bringsBack) await removePassword(confirming);
    else await queries.setPasswordUnproven(trx, account.id, proof.by === 'link' && account.password_hash !== null);
    await users.publishOwn(trx, publish, account.id);
    return ok(null);
  };

  return async (body, member, origin) => {
    const hash = tokenHash(body.token);
    const found = await findLink(db, hash, clock.now());
    if (!found) return fail('INVALID_EMAIL_LINK');
    const proof = await prove(found, body, member);
    if (!proof.ok) return proof;
    const { value } = proof;
    if (value.by === 'link' && body.proven_only === true) {
      const account = await queries.findAddress(db, found.user_id);
      const hasPassword = !found.bringsBack && account !== undefined && account.password_hash !== null;
      return ok({ state: 'proof-needed', email: found.email, hasPassword, bringsBack: found.bringsBack });
    }
    const confirmed = transact(db, bus, async (trx, publish): Promise<Result<Confirmation>> => {
      const account = await queries.lockAddress(trx, found.user_id);
      // Checked again: another use, a newer link or a new password may have voided it while this waited for the lock.
      const link = await findLink(trx, hash, clock.now());
      if (!account || !link) return fail('INVALID_EMAIL_LINK');
      if (value.by === 'password' && account.password_hash !== value.passwordHash) return wrongPassword();
      if (!link.bringsBack) await queries.dropLink(trx, link);
      const applied = await apply({ trx, publish, account, link, origin }, value);
      if (!applied.ok) return applied;
      return ok({
        state: 'confirmed',
        userId: account.id,
        passwordHash: 'passwordHash' in value ? value.passwordHash : null,
      });
    });
    return confirmed.catch((error: unknown) => {
      if (isUniqueViolation(error, 'users_email_key')) return fail('INVALID_EMAIL_LINK');
      throw error;
    });
  };
}

/** A confirmation in progress: the locked account, and the link that was opened. */
interface Confirming {
  trx: Trx;
  publish: Publish;
  account: NonNullable<Awaited<ReturnType<typeof queries.lockAddress>>>;
  link: Link;
  origin: SessionOrigin;
}

/** Whether another account has the address in any spelling, or may restore it. */
async function isTakenByOther(trx: Trx, { email, user_id }: Link, now: Date): Promise<boolean> {
  const owner = await findCredentials(trx, email);
  return (owner !== undefined && owner.id !== user_id) || queries.isFormerAddress(trx, email, now, user_id);
}

const wrongPassword = () => invalid([{ field: 'password', message: accountMessages.wrongPassword }]);

async function findLink(db: Db | Trx, hash: Buffer, now: Date): Promise<Link | undefined> {
  const link = await queries.findLink(db, hash, now);
  if (link) return { ...link, bringsBack: false };
  const formerAddress = await queries.findFormerAddress(db, hash, now);
  return formerAddress && { ...formerAddress, bringsBack: true };
}

/**
 * Checks the caller's proof. The person who changed an address had a session or the password, so neither is enough to restore the old one.
 */
const createProof =
  ({ db, passwords, commonPasswords }: Deps) =>
  async (link: Link, body: VerifyEmailBody, member: Member | null): Promise<Result<Proof>> => {
    if (body.new_password !== undefined) {
      const form = checkNewPassword(body.new_password);
      if (!form.ok) return invalid(form.errors.map((fault) => ({ ...fault, field: 'new_password' })));
      const common = await commonPasswords.refuse(form.value, 'new_password');
      if (common) return common;
      return mapResult(await passwords.hash(form.value), (passwordHash) => ({ by: 'new-password', passwordHash }));
    }
    if (link.bringsBack) return ok({ by: 'link' });
    if (member?.id === link.user_id) return ok({ by: 'session' });
    if (body.password === undefined) return ok({ by: 'link' });
    const passwordHash = await findPasswordHash(db, link.user_id);
    const matches = await passwords.matches(passwordHash, body.password.trim());
    if (!matches.ok) return matches;
    return matches.value && passwordHash !== null ? ok({ by: 'password', passwordHash }) : wrongPassword();
  };
