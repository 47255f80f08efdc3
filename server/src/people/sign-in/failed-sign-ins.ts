import { Nullable, Strict } from '@sangam/shared/core/schemas';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { Type } from 'typebox';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import { ok } from '../../platform/lib/result.js';
import { hasEntrySince, record } from '../../platform/records/audit.queries.js';
import { lockUser } from '../profile/queries.js';
import { findCredentials } from '../users/credentials.queries.js';
import type { SessionOrigin } from './session-origin.js';

const failedSignIn = jobKind(
  'sign-in:failed',
  Strict({ email: Type.String(), device: Nullable(Type.String()), network: Type.String() }),
);

/**
 * Notes a sign-in with a wrong password for the account's activity. Adds a job for any address and looks nothing up, so that neither
 * the answer nor its time reveals whether there is an account.
 */
export const createNoteFailure =
  ({ db, bus, clock }: ActDeps) =>
  (email: string, { device, network }: SessionOrigin) =>
    transact(db, bus, async (trx, publish) => {
      const payload = { email, device, network };
      await addJobs(trx, publish, failedSignIn, [{ payload, key: `${email} ${network}`, due_at: clock.now() }]);
      return ok(null);
    });

/** Writes one entry per account, address and hour, so that guesses neither fill nor hide the trail. */
export const failedSignInHandler = ({ db, bus, clock }: ActDeps): JobHandler =>
  jobHandler(
    failedSignIn,
    async ({ email, ...origin }) => {
      const account = await findCredentials(db, email);
      if (!account) return;
      await transact(db, bus, async (trx) => {
        await lockUser(trx, account.id);
        const since = new Date(clock.nowMs() - peopleServerLimits.failedSignInNotedEveryMs);
        const entry = { kind: 'session:refused', actorId: null, memberId: account.id, details: {}, origin } as const;
        if (!(await hasEntrySince(trx, entry, since))) await record(trx, entry);
        return ok(null);
      });
    },
    { atOnce: 1 },
  );
