import type { SignInWay } from '@sangam/shared/core/audit';
import { Id, Strict } from '@sangam/shared/core/schemas';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { Trx } from '../../platform/db/database.js';
import { type ActDeps, type Publish, transact } from '../../platform/db/transaction.js';
import { addJobs, jobKind } from '../../platform/jobs/jobs.js';
import { isOver, untilAfter } from '../../platform/lib/deadline.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { byMember, record } from '../../platform/records/audit.queries.js';
import type { AccountEmails } from '../emails/account-emails.js';
import { lockForSignIn } from '../users/credentials.queries.js';
import { findDeletion, isNewAccount, isSuspended, setRestored } from '../users/lifecycle.queries.js';
import type { OwnDataSessions } from './own-data-sessions.js';
import type { SessionOrigin, SignInOrigin } from './session-origin.js';
import type { Sessions } from './sessions.js';

/** Restores everything that the account's deletion has not ended for good. */
export const cameBack = jobKind('account:came-back', Strict({ user_id: Id }));

/** Ends a suspension whose time is over but whose job has not run yet. `trust` implements this. */
export type EndSuspension = (userId: number) => Promise<unknown>;

export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockForSignIn>>>;

/** Begins the sessions of members who have authenticated, and records them in the account's activity. */
export interface BeginSession {
  /** Begins a session in the transaction that creates the account. Returns its token. */
  ofNewAccount(trx: Trx, userId: number, origin: SessionOrigin): Promise<string>;
  /**
   * Begins a session if `check`, in its transaction, still accepts the locked account, and emails the member about an unknown device. Returns
   * its token; ACCOUNT_DELETED for a member who doesn't restore a deleted account, and SUSPENDED with a token for the calls about their own
   * data.
   */
  ofAccount(
    userId: number,
    way: SignInWay,
    session: SignInOrigin & { lastsMs: number },
    check: (account: LockedAccount | undefined, trx: Trx) => Promise<Result<LockedAccount>>,
  ): Promise<Result<string>>;
}

export function createBeginSession(
  deps: ActDeps & {
    sessions: Sessions;
    ownDataSessions: OwnDataSessions;
    accountEmails: AccountEmails;
    endSuspension: EndSuspension;
  },
): BeginSession {
  const { db, bus, clock, sessions, ownDataSessions, accountEmails, endSuspension } = deps;

  const recordSessionBegin = (trx: Trx, userId: number, way: SignInWay, origin: SessionOrigin) =>
    record(trx, { kind: 'session:begun', ...byMember(userId), details: { way }, origin });

  /** ACCOUNT_DELETED if the member has asked for deletion and doesn't ask to restore the account. */
  const restoreIfDeleted = async (
    trx: Trx,
    publish: Publish,
    userId: number,
    { comesBack, ...origin }: SessionOrigin & { comesBack: boolean },
  ) => {
    const deletedAt = (await findDeletion(trx, userId))?.deleted_at ?? null;
    if (deletedAt === null) return ok(null);
    const until = untilAfter(deletedAt, peopleServerLimits.comeBackMs);
    if (isOver(until, clock.nowMs())) return fail('BAD_CREDENTIALS');
    if (!comesBack) return fail('ACCOUNT_DELETED', { until });
    const due_at = clock.now();
    await setRestored(trx, userId, due_at);
    publish('presence:reserved', { user_id: userId });
    await addJobs(trx, publish, cameBack, [{ payload: { user_id: userId }, key: String(userId), due_at }]);
    await record(trx, { kind: 'account:restored', ...byMember(userId), details: {}, origin });
    return ok(null);
  };

  return {
    async ofNewAccount(trx, userId, origin) {
      const token = await sessions.begin(trx, userId, { ...origin, lastsMs: peopleServerLimits.unaskedSessionMs });
      await recordSessionBegin(trx, userId, 'sign-up', origin);
      return token;
    },
    async ofAccount(userId, way, { isKnownDevice, comesBack, ...session }, check) {
      if (await isSuspended(db, userId)) await endSuspension(userId);
      const entered = await transact(db, bus, async (trx, publish) => {
        const account = await check(await lockForSignIn(trx, userId), trx);
        if (!account.ok) return account;
        const restored = await restoreIfDeleted(trx, publish, userId, { ...session, comesBack });
        if (!restored.ok) return restored;
        const isForOwnData = account.value.suspended_at !== null;
        const token = isForOwnData
          ? await ownDataSessions.begin(trx, userId)
          : await sessions.begin(trx, userId, session);
        await recordSessionBegin(trx, userId, way, session);
        // New members often sign in on other devices right after sign-up.
        const newSince = new Date(clock.nowMs() - peopleServerLimits.recentSignInMs);
        if (!isForOwnData && !isKnownDevice && !(await isNewAccount(trx, userId, newSince)))
          await accountEmails.newSignIn(trx, publish, userId, session);
        return ok({ token, isForOwnData });
      });
      if (!entered.ok) return entered;
      const { token, isForOwnData } = entered.value;
      return isForOwnData ? fail('SUSPENDED', { ownDataToken: token }) : ok(token);
    },
  };
}
