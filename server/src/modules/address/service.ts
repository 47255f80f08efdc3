import { serverLimits } from '@sangam/shared/rules/limits';
import type { Db, Trx } from '../../db/database.js';
import { type Publish, transact } from '../../db/transaction.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import { tokenHash } from '../../lib/crypto.js';
import { fail, ok, type Result } from '../../lib/result.js';
import { addJobs } from '../jobs/jobs.js';
import type { UsersService } from '../users/users.js';
import { confirmLink } from './confirm-link-mail.js';
import * as queries from './queries.js';

/** Proving that an address is its member's (R2.20). */
export interface Addresses {
  /** In the transaction of a sign-up: has a link mailed, where this installation mails or asks for it. */
  welcome(trx: Trx, publish: Publish, userId: number, email: string): Promise<void>;
  /** Has another link mailed, which voids the older one; false when the address is proved already. */
  sendAgain(userId: number): Promise<Result<boolean>>;
  /** Confirms the address of a link; INVALID_EMAIL_LINK. To do so again changes nothing. */
  confirm(token: string): Promise<Result<null>>;
}

export function createAddresses(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  users: UsersService;
  /** Whether a new member is mailed a link: not where mails are files, unless the address has to be proved. */
  welcomes: boolean;
}): Addresses {
  const { db, bus, clock, users, welcomes } = deps;
  const now = () => new Date(clock.nowMs());

  const mailLink = async (trx: Trx, publish: Publish, user_id: number, email: string) => {
    const expires_at = new Date(clock.nowMs() + serverLimits.emailLinkMs);
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

    async confirm(token) {
      const hash = tokenHash(token);
      const found = await queries.findLink(db, hash, now());
      if (!found) return fail('INVALID_EMAIL_LINK');
      return transact(db, bus, async (trx, publish) => {
        const own = await queries.lockAddress(trx, found.user_id);
        // Once more: a newer link may have voided it while the lock was awaited.
        const link = await queries.findLink(trx, hash, now());
        if (!own || !link || link.email !== own.email) return fail('INVALID_EMAIL_LINK');
        if (own.email_verified_at === null) {
          await queries.setVerified(trx, own.id, now());
          await users.publishOwn(trx, publish, own.id);
        }
        return ok(null);
      });
    },
  };
}
