import type { CallBody } from '@sangam/shared/app/calls';
import { secondMs } from '@sangam/shared/core/limits';
import { Id, Strict } from '@sangam/shared/core/schemas';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { Logger } from 'pino';
import { lockAgainstActing } from '../../contact/contact.js';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { addJobs, dropJob, jobKind } from '../../platform/jobs/jobs.js';
import { untilAfter } from '../../platform/lib/deadline.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { byMember, record } from '../../platform/records/audit.queries.js';
import type { AccountEmails } from '../emails/account-emails.js';
import { dropResets } from '../sign-in/password-reset.queries.js';
import { lockProved, type Prove } from '../sign-in/proof.js';
import type { SessionOrigin } from '../sign-in/session-origin.js';
import type { Sessions } from '../sign-in/sessions.js';
import { findDeletion, setDeletedAt } from '../users/lifecycle.queries.js';

/** Ends the member's requests, seats and projects. */
export const leaveAll = jobKind('account:leave-all', Strict({ user_id: Id }));
/** By then the call has ended everything itself, unless it failed or the server was killed. */
const LEAVE_AFTER_MS = 10 * secondMs;
/** Erases the member's data once the account can no longer be restored. */
export const eraseAccount = jobKind('account:erase', Strict({ user_id: Id }));

/**
 * Starts the deletion of the member's own account (R2.24): every session ends, nobody can contact the member, and for 30 days they can
 * restore the account by signing in. Returns that deadline. INVALID on `current_password`.
 */
export type DeleteAccount = (
  member: Member,
  body: CallBody<'DELETE /api/account'>,
  origin: SessionOrigin,
) => Promise<Result<{ until: string }>>;

export interface AfterDeletion {
  /**
   * Called after the deletion has committed, to end the member's requests, seats and projects, each in its own transaction. Must be
   * idempotent: the job `leaveAll` does the same, since the server may be killed in between.
   */
  afterDeletion(userId: number): Promise<void>;
}

export const createDeleteAccount = (
  deps: ActDeps & {
    log: Logger;
    sessions: Sessions;
    accountEmails: AccountEmails;
    prove: Prove;
  } & AfterDeletion,
): DeleteAccount => {
  const { db, bus, clock, log, sessions, accountEmails, prove, afterDeletion } = deps;
  return async (member, body, origin) => {
    const proof = await prove(member, body.current_password);
    if (!proof.ok) return proof;
    const { id } = member;
    const deleted = await transact(db, bus, async (trx, publish) => {
      await lockAgainstActing(trx, id);
      const proofRefusal = await lockProved(trx, id, proof.value);
      if (proofRefusal !== null) return proofRefusal;
      // A concurrent deletion was faster, and has ended this session.
      if ((await findDeletion(trx, id))?.deleted_at) return fail('UNAUTHORIZED');
      const deletedAt = clock.now();
      const restorableUntil = untilAfter(deletedAt, peopleServerLimits.comeBackMs);
      await setDeletedAt(trx, id, deletedAt);
      await dropResets(trx, id);
      publish('sessions:ended', { session_ids: await sessions.endAll(trx, id) });
      publish('presence:reserved', { user_id: id });
      await record(trx, { kind: 'account:deleted', ...byMember(id), details: {}, origin });
      await accountEmails.accountDeleted(trx, publish, id, restorableUntil);
      const job = { payload: { user_id: id }, key: String(id) };
      await addJobs(trx, publish, leaveAll, [{ ...job, due_at: new Date(deletedAt.getTime() + LEAVE_AFTER_MS) }]);
      await addJobs(trx, publish, eraseAccount, [{ ...job, due_at: restorableUntil }]);
      return ok({ until: restorableUntil.toISOString() });
    });
    if (!deleted.ok) return deleted;
    try {
      await afterDeletion(id);
      // Otherwise it would offer projects again that their teams have declined in the meantime.
      await dropJob(db, leaveAll, String(id));
    } catch (err) {
      log.warn({ err }, 'a job will end what a deleted account left');
    }
    return deleted;
  };
};
