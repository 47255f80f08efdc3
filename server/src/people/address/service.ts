import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { Db, Trx } from '../../platform/db/database.js';
import { isUniqueViolation } from '../../platform/db/pg-errors.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { addJobs } from '../../platform/jobs/jobs.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { tokenHash } from '../../platform/lib/secrets.js';
import { record } from '../../platform/records/audit.queries.js';
import type { AccountMails } from '../account/account-mails.js';
import type { UsersService } from '../profile/service.js';
import { confirmLink } from './confirm-link-mail.js';
import * as queries from './queries.js';

/** Verifies and changes members' addresses (R2.20, R2.22). */
export interface Addresses {
  /** In the transaction of a sign-up: mails a link, if this installation sends mails or requires verified addresses. */
  welcome(trx: Trx, publish: Publish, userId: number, email: string): Promise<void>;
  /** Mails another link, which voids the older one; false if the address is verified already. */
  sendAgain(userId: number): Promise<Result<boolean>>;
  /** In a transaction after the member has authenticated again: mails a link to a new address; false for the current one. */
  askToChange(trx: Trx, publish: Publish, userId: number, email: string): Promise<boolean>;
  /** The new address that waits for confirmation. */
  newAddressOf(userId: number): Promise<string | null>;
  /**
   * Verifies the link's address, and makes it the member's. Idempotent. INVALID_EMAIL_LINK, also if another account has taken the
   * address.
   */
  confirm(token: string, origin: { device: string | null; network: string }): Promise<Result<null>>;
}

export function createAddresses(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  users: UsersService;
  /** Whether new members get a link: not where mails are files, unless addresses have to be verified. */
  welcomes: boolean;
  accountMails: AccountMails;
  /** Voids reset links that were mailed to the old address. */
  dropResets: (trx: Trx, userId: number) => Promise<unknown>;
}): Addresses {
  const { db, bus, clock, users, welcomes, accountMails, dropResets } = deps;
  const now = () => new Date(clock.nowMs());

  const mailLink = async (trx: Trx, publish: Publish, user_id: number, email: string) => {
    const expires_at = new Date(clock.nowMs() + peopleServerLimits.emailLinkMs);
    await queries.openLink(trx, { user_id, email, expires_at });
    await addJobs(trx, publish, confirmLink, [
      { payload: { user_id, email }, key: `${user_id} ${email}`, due_at: now() },
    ]);
  };

  return {
    async welcome(trx, publish, userId, email) {
      if (welcomes) await mailLink(trx, publish, userId, email);
    },

    sendAgain: (userId) =>
      transact(db, bus, async (trx, publish) => {
        const own = await queries.lockAddress(trx, userId);
        if (!own) return fail('UNAUTHORIZED');
        if (own.email_verified_at !== null) return ok(false);
        await mailLink(trx, publish, userId, own.email);
        return ok(true);
      }),

    async askToChange(trx, publish, userId, email) {
      const own = await queries.lockAddress(trx, userId);
      if (!own || own.email === email) return false;
      await queries.dropAddressChange(trx, userId);
      await mailLink(trx, publish, userId, email);
      return true;
    },

    async newAddressOf(userId) {
      return (await queries.findNewAddress(db, userId, now()))?.email ?? null;
    },

    async confirm(token, origin) {
      const hash = tokenHash(token);
      const found = await queries.findLink(db, hash, now());
      if (!found) return fail('INVALID_EMAIL_LINK');
      const confirmed = transact(db, bus, async (trx, publish) => {
        const own = await queries.lockAddress(trx, found.user_id);
        // Checked again: a newer link or a new password may have voided it while this waited for the lock.
        const link = await queries.findLink(trx, hash, now());
        if (!own || !link) return fail('INVALID_EMAIL_LINK');
        if (link.email === own.email) {
          if (own.email_verified_at !== null) return ok(null);
          await queries.setVerified(trx, own.id, now());
        } else {
          await queries.setAddress(trx, own.id, link.email, now());
          await queries.dropAddressChange(trx, own.id);
          await dropResets(trx, own.id);
          // No actor: the mailed link identifies the member, not a session.
          await record(trx, { kind: 'email:changed', actorId: null, memberId: own.id, details: {}, origin });
          await accountMails.emailChanged(trx, publish, own.email);
        }
        await users.publishOwn(trx, publish, own.id);
        return ok(null);
      });
      return confirmed.catch((error: unknown) => {
        if (isUniqueViolation(error, 'users_email_key')) return fail('INVALID_EMAIL_LINK');
        throw error;
      });
    },
  };
}
