import { Id, Strict } from '@sangam/shared/core/schemas';
import type { ActDeps } from '../../platform/db/transaction.js';
import { type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import { publishUpdate } from '../../projects/projects.js';
import { recordAnswer } from '../join-requests/answer-record.queries.js';
import { publishEnd } from '../join-requests/notifications.js';
import * as transitions from '../join-requests/transitions.queries.js';
import { addChecksOf, CHECKS_AT_ONCE, createDeadlineCheck } from '../kinds/deadline.js';
import type { ToCreator } from '../kinds/kind.js';
import type { RequestRef } from '../kinds/queries.js';
import { lockWaitlist, settleWaitlist } from '../waitlist/waitlist.js';
import { endAsRequester } from './withdraw.js';

/** Sends a due reminder of a pending request, or ends it. */
const requestDeadline = jobKind('request:clock', Strict({ request_id: Id }));

/** Join requests. Ending one offers its reserved seat to the next on the waitlist, and may count in the project's answer record. */
export const joinRequests: ToCreator = {
  table: 'join_requests',
  name: 'request',

  addDeadlineChecks: addChecksOf(requestDeadline, (request_id) => ({ request_id })),

  async end(change, selection, { act, endedBy, shownTo = change.project.creator_id }) {
    const { trx, publish, project, at } = change;
    const show = ({ id, requester_id }: RequestRef) =>
      publishEnd(publish, { ...project, creator_id: shownTo }, requester_id, { id, ended_by: endedBy });
    if (selection === 'all' || selection === 'overdue') {
      await recordAnswer(change, act, selection);
      const ended = await transitions.withdrawPending(trx, project.id, { endedBy, at, which: selection });
      for (const request of ended) show(request);
      return { ended, lapsed: ended, otherNotifications: [] };
    }
    const { id, requester_id } = selection;
    const waitlist = await lockWaitlist(trx, project, [requester_id]);
    await recordAnswer(change, act, id);
    if (!(await transitions.endJoinRequest(trx, id, { status: 'withdrawn', at, endedBy })))
      return { ended: [], lapsed: [], otherNotifications: [] };
    show(selection);
    const otherEntries = waitlist.filter((entry) => entry.id !== id);
    const otherNotifications = await settleWaitlist(change, otherEntries);
    if (waitlist.length > 0) await publishUpdate(trx, publish, project.id);
    return { ended: [selection], lapsed: [selection], otherNotifications };
  },

  async withdraw(change, { id, requester_id }) {
    const waitlist = await lockWaitlist(change.trx, change.project, [requester_id]);
    return (await endAsRequester(change, waitlist, id))?.update ?? {};
  },
};

export const requestDeadlineHandler = (deps: ActDeps): JobHandler => {
  const check = createDeadlineCheck(deps, joinRequests);
  return jobHandler(requestDeadline, ({ request_id }) => check(request_id), { atOnce: CHECKS_AT_ONCE });
};
