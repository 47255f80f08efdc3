import { canonicalEmail } from '@sangam/shared/people/account-forms';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { Trx } from '../../platform/db/database.js';
import { type ActDeps, type Publish, transact } from '../../platform/db/transaction.js';
import { addJobs } from '../../platform/jobs/jobs.js';
import { untilAfter } from '../../platform/lib/deadline.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import * as queries from './queries.js';
import { confirmLink } from './send-confirm-link.js';

/** Emails the links that verify and change members' addresses (R2.20, R2.22); `confirmation.ts` follows them. */
export interface Addresses {
  /** Emails a link in the transaction of a sign-up, if this installation sends emails or requires verified addresses. */
  welcome(trx: Trx, publish: Publish, userId: number, email: string): Promise<void>;
  /** Emails another link, which voids the older one; false if the address is verified already. */
  sendAgain(userId: number): Promise<Result<boolean>>;
  /** Emails a link to a new address, in a transaction after the member has authenticated again; false for the current address. */
  askToChange(trx: Trx, publish: Publish, userId: number, email: string): Promise<boolean>;
  /** The new address while it is unconfirmed; null without one. */
  newAddressOf(userId: number): Promise<string | null>;
}

export function createAddresses(
  deps: ActDeps & {
    /** Whether new members get a link: false where emails are written to files, unless addresses have to be verified. */
    welcomes: boolean;
  },
): Addresses {
  const { db, bus, clock, welcomes } = deps;

  const emailLink = async (trx: Trx, publish: Publish, user_id: number, email: string) => {
    const at = clock.now();
    const expires_at = untilAfter(at, peopleServerLimits.emailLinkMs);
    await queries.openLink(trx, { user_id, email, expires_at }, at);
    await addJobs(trx, publish, confirmLink, [{ payload: { user_id, email }, key: `${user_id} ${email}`, due_at: at }]);
  };

  return {
    async welcome(trx, publish, userId, email) {
      if (welcomes) await emailLink(trx, publish, userId, email);
    },

    sendAgain: (userId) =>
      transact(db, bus, async (trx, publish) => {
        const account = await queries.lockAddress(trx, userId);
        if (!account) return fail('UNAUTHORIZED');
        if (account.email_verified_at !== null) return ok(false);
        await emailLink(trx, publish, userId, account.email);
        return ok(true);
      }),

    async askToChange(trx, publish, userId, email) {
      const account = await queries.lockAddress(trx, userId);
      if (!account || canonicalEmail(account.email) === email) return false;
      await queries.dropAddressChange(trx, userId);
      await emailLink(trx, publish, userId, email);
      return true;
    },

    async newAddressOf(userId) {
      return (await queries.findNewAddress(db, userId, clock.now()))?.email ?? null;
    },
  };
}
