import { peopleServerLimits } from '@sangam/shared/people/limits';
import { eraseAccount, leaveAll } from '../../people/account/deletion.js';
import { findDeletion, lockUser } from '../../people/people.js';
import { cameBack } from '../../people/sign-in/begin-session.js';
import type { Db } from '../../platform/db/database.js';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { endEach, type JobHandler, jobHandler } from '../../platform/jobs/jobs.js';
import { isOver, untilAfter } from '../../platform/lib/deadline.js';
import type { Member } from '../../platform/lib/member.js';
import { ok } from '../../platform/lib/result.js';
import type { OwnTables } from '../../platform/member-data/parts.js';
import type { Succession } from '../../projects/transfers/succession.js';
import type { JoinRequestsService } from '../../requests/acts/service.js';
import type { InterestsService } from '../../requests/interests/service.js';
import type { InvitationsService } from '../../requests/invitations/service.js';
import { listPendingOf, type RequestTable } from '../../requests/kinds/queries.js';
import * as queries from './queries.js';

/**
 * Ends the requests, invitations and seats of a member who deleted their account, as if the member did so, and passes their projects on.
 * Each runs in its own transaction, because two that lock several projects could deadlock. Does nothing once the account is restored.
 */
export type LeaveAll = (userId: number) => Promise<void>;

export function createLeaveAll(deps: {
  db: Db;
  joinRequests: Pick<JoinRequestsService, 'withdraw' | 'leave'>;
  interests: Pick<InterestsService, 'withdraw'>;
  invitations: Pick<InvitationsService, 'leave'>;
  succession: Pick<Succession, 'start'>;
}): LeaveAll {
  const { db, joinRequests, interests, invitations, succession } = deps;
  return async (userId) => {
    const found = await findDeletion(db, userId);
    if (!found?.deleted_at) return;
    const member: Member = { id: userId, name: found.name, sessionId: '' };
    const pendingIn = async (table: RequestTable) => (await listPendingOf(db, table, userId)).map(({ id }) => id);
    await endEach(await pendingIn('join_requests'), (id) => joinRequests.withdraw(member, id));
    await endEach(await pendingIn('interests'), (id) => interests.withdraw(member, id));
    await endEach(await pendingIn('invitations'), (id) => invitations.leave(userId, id));
    await succession.start(member);
    // Comes last: a member who accepts a transfer in the meantime gives the former creator a seat.
    await endEach(await queries.otherTeams(db, userId), (id) => joinRequests.leave(member, id));
  };
}

/** Repeats what the deletion's call does, in case it failed. */
export const leaveAllHandler = (leaveAllOf: LeaveAll): JobHandler =>
  jobHandler(leaveAll, ({ user_id }) => leaveAllOf(user_id), { atOnce: 1 });

/** Keeps the projects of a member who restored their account, except those that another member has accepted. */
export const restoredAccountHandler = (succession: Pick<Succession, 'cancel'>): JobHandler =>
  jobHandler(cameBack, ({ user_id }) => succession.cancel(user_id), { atOnce: 1 });

/** The number of rows that one statement deletes, limited since others write at the same time. */
const BATCH_ROWS = 500;

/**
 * Erases a member who did not restore their account: first their identity, so that nobody can sign in, then their rows in batches. A retry
 * continues where the last one ended. Messages to others stay.
 */
export const eraseHandler = (
  deps: ActDeps & {
    ownTables: OwnTables;
  },
): JobHandler => {
  const { db, bus, clock, ownTables } = deps;
  return jobHandler(
    eraseAccount,
    async ({ user_id }) => {
      await transact(db, bus, async (trx) => {
        await lockUser(trx, user_id);
        const found = await findDeletion(trx, user_id);
        if (!mayErase(found?.deleted_at ?? null)) return ok(null);
        await queries.eraseIdentity(trx, user_id);
        await queries.eraseFromReportNotifications(trx, user_id);
        return ok(null);
      });
      // Read again: the member may have restored the account, or deleted it once more.
      if (!mayErase((await findDeletion(db, user_id))?.deleted_at ?? null)) return;
      for (const [table, column] of Object.entries(ownTables))
        while ((await queries.deleteOwn(db, { table, column }, user_id, BATCH_ROWS)) === BATCH_ROWS);
    },
    { atOnce: 1 },
  );

  function mayErase(deletedAt: Date | null): boolean {
    return deletedAt !== null && isOver(untilAfter(deletedAt, peopleServerLimits.comeBackMs), clock.nowMs());
  }
};
