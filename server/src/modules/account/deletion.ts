import type { CallBody } from '@sangam/shared/contract/calls';
import { Id, Strict } from '@sangam/shared/contract/common';
import { accountMessages } from '@sangam/shared/rules/accounts';
import { serverLimits } from '@sangam/shared/rules/limits';
import type { Db } from '../../db/database.js';
import { transact } from '../../db/transaction.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import type { Member } from '../../lib/member.js';
import { fail, invalid, ok, type Result } from '../../lib/result.js';
import { record } from '../audit/audit.js';
import { dropResets, type SessionOrigin, type Sessions } from '../auth/auth.js';
import { addJobs, jobKind } from '../jobs/jobs.js';
import type { MemberMails } from '../mail/mail.js';
import { findPasswordHash, lockUser, setDeletedAt } from '../users/users.js';
import type { Prove } from './proof.js';

/** What a member has begun ends: requests, seats, projects. At once, beside the answer. */
export const leaveAll = jobKind('account:leave-all', Strict({ user_id: Id }));
/** What is kept of a member is removed, once nobody can come back. */
export const eraseAccount = jobKind('account:erase', Strict({ user_id: Id }));

/**
 * Asks for the own account to be deleted (R2.24): every session ends, nobody reaches the member any more, and for 30 days they may
 * come back by signing in. Answers until when. INVALID on `current_password`.
 */
export type DeleteAccount = (
  member: Member,
  body: CallBody<'DELETE /api/account'>,
  origin: SessionOrigin,
) => Promise<Result<{ until: string }>>;

export const createDeleteAccount = (deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  sessions: Sessions;
  memberMails: MemberMails;
  prove: Prove;
}): DeleteAccount => {
  const { db, bus, clock, sessions, memberMails, prove } = deps;
  return async (member, body, origin) => {
    const proof = await prove(member, body.current_password);
    if (!proof.ok) return proof;
    const { id } = member;
    return transact(db, bus, async (trx, publish) => {
      if (!(await lockUser(trx, id))) return fail('UNAUTHORIZED');
      if ((await findPasswordHash(trx, id)) !== proof.value.passwordHash)
        return invalid([{ field: 'current_password', message: accountMessages.wrongPassword }]);
      const at = new Date(clock.nowMs());
      const until = new Date(at.getTime() + serverLimits.comeBackMs);
      await setDeletedAt(trx, id, at);
      await dropResets(trx, id);
      publish('sessions:ended', { session_ids: await sessions.endAll(trx, id) });
      await record(trx, { kind: 'account:deleted', actorId: id, memberId: id, details: {}, origin });
      await memberMails.accountDeleted(trx, publish, id, until);
      const job = { payload: { user_id: id }, key: String(id) };
      await addJobs(trx, publish, leaveAll, [{ ...job, due_at: at }]);
      await addJobs(trx, publish, eraseAccount, [{ ...job, due_at: until }]);
      return ok({ until: until.toISOString() });
    });
  };
};
