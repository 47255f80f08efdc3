import { Id, Strict } from '@sangam/shared/core/schemas';
import { requestActs } from '@sangam/shared/requests/transitions';
import type { ActDeps, Publish } from '../../platform/db/transaction.js';
import { type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import { isOver } from '../../platform/lib/deadline.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import type { NotificationChanges } from '../../platform/records/notifications.js';
import type { LockedProject, ProjectChange } from '../../projects/projects.js';
import { addChecksOf, CHECKS_AT_ONCE, createDeadlineCheck } from '../kinds/deadline.js';
import { endUnanswered } from '../kinds/ends.js';
import type { ToCreator } from '../kinds/kind.js';
import { findPendingNotifications, keyOf, toCreator } from '../kinds/notifications.js';
import { coolOffAfterWithdrawal } from '../kinds/repeated-withdrawals.queries.js';
import { type InterestRow, presentMyInterest } from './present.js';
import * as queries from './queries.js';

/** Sends a due reminder of a pending interest, or ends it. */
const interestDeadline = jobKind('interest:clock', Strict({ interest_id: Id }));

/** Interest takes no seat. Interest that ends without an answer becomes denied, with the reason in `ended_by`. */
export const interests: ToCreator = {
  table: 'interests',
  name: 'interest',

  addDeadlineChecks: addChecksOf(interestDeadline, (interest_id) => ({ interest_id })),

  async end({ trx, publish, project, at }, selection, { endedBy, shownTo = project.creator_id }) {
    const ended = await queries.denyPending(trx, project.id, { endedBy, at, which: selection });
    publishEnds(publish, { creator_id: shownTo }, ended);
    return { ended, lapsed: ended, otherNotifications: [] };
  },

  async withdraw({ trx, publish, project, at }, request) {
    const [withdrawn] = await queries.denyPending(trx, project.id, { endedBy: 'withdrawn', at, which: request });
    if (withdrawn === undefined) return {};
    await coolOffAfterWithdrawal({ trx, project, at }, 'interests', withdrawn);
    const ended = [await queries.findInterest(trx, withdrawn.id)];
    publishEnds(publish, project, ended);
    await recordActivities(
      trx,
      ended.map(({ requester_id }) => activity('interest:withdrawn', requester_id, { project_id: project.id })),
    );
    return {
      added: ended.map((interest) => toCreator('interest', 'interest:withdrawn', project, interest)),
      dropped: await findPendingNotifications(trx, 'interest', project, withdrawn),
    };
  },
};

/** Ends the pending interest of a member who joins the team, and publishes that to both sides. Returns the changes to notifications. */
export async function endInterestOfJoining(change: ProjectChange, userId: number): Promise<NotificationChanges> {
  const { trx, project, at } = change;
  const [pending] = await queries.listPending(trx, project.id, userId);
  if (pending === undefined) return { added: [], dropped: [] };
  if (isOver(pending.answer_by, at)) return { added: await endUnanswered(interests, change, pending), dropped: [] };
  await interests.end(change, pending, { act: 'join', endedBy: requestActs.join.ends });
  const key = keyOf('interest', pending.id);
  return { added: [], dropped: [project.creator_id, userId].map((user_id) => ({ user_id, key })) };
}

export const interestDeadlineHandler = (deps: ActDeps): JobHandler => {
  const check = createDeadlineCheck(deps, interests);
  return jobHandler(interestDeadline, ({ interest_id }) => check(interest_id), { atOnce: CHECKS_AT_ONCE });
};

/** Publishes the end of interest to both sides. */
function publishEnds(
  publish: Publish,
  { creator_id }: Pick<LockedProject, 'creator_id'>,
  rows: readonly InterestRow[],
): void {
  for (const row of rows)
    publish('interest:decided', {
      creator_id,
      decision: { ...presentMyInterest(row), requester_id: row.requester_id },
    });
}
