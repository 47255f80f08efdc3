import { refusalOfState } from '@sangam/shared/projects/lifecycle';
import { reopenUntil } from '@sangam/shared/requests/ask-again';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { refusalAtStage } from '@sangam/shared/requests/transitions';
import { refuseToReach, transactAs } from '../../contact/contact.js';
import type { ActDeps } from '../../platform/db/transaction.js';
import { isOver } from '../../platform/lib/deadline.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { hasSeat } from '../../projects/projects.js';
import { presentJoinRequest } from '../join-requests/present.js';
import * as queries from '../join-requests/queries.js';
import * as transitions from '../join-requests/transitions.queries.js';
import { deadlineFrom, nextCheckAt } from '../kinds/deadline.js';
import { keyOf, toRequester } from '../kinds/notifications.js';
import { joinRequests } from './kind.js';
import { openAsCreator } from './open.js';

/**
 * Makes a request that was rejected in the last 7 days pending again, with a new deadline. ALREADY_DECIDED at any other stage or later,
 * ALREADY_REQUESTED if the applicant has a newer request, ALREADY_MEMBER, PROJECT_CLOSED, PROJECT_FINISHED, CONTACT_REFUSED.
 */
export type Reopen = (member: Member, id: number) => Promise<Result<JoinRequest>>;

export function createReopen({ db, bus, clock }: ActDeps): Reopen {
  return (member, id) =>
    transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
      const opened = await openAsCreator(trx, publish, { member, id, clock });
      if (!opened.ok) return opened;
      const { change, requester_id } = opened.value;
      const { project, at } = change;
      if (project.hidden_at !== null) return fail('PROJECT_NOT_FOUND');
      const { status, decided_at, has_newer } = await transitions.findRejected(trx, id);
      const refusal = refusalAtStage('reopen', status);
      if (refusal !== null) return fail(refusal);
      if (isOver(reopenUntil(status, decided_at), at)) return fail('ALREADY_DECIDED');
      const closed = refusalOfState('ask', project.state);
      if (closed !== null) return fail(closed);
      if (await hasSeat(trx, project.id, requester_id))
        return fail('ALREADY_MEMBER', { message: 'This member has already joined the project.' });
      if (has_newer) return fail('ALREADY_REQUESTED', { message: 'This member has a newer request to this project.' });
      const refused = await refuseToReach(trx, member.id, requester_id, at);
      if (refused !== null) return refused;
      const deadline = deadlineFrom(project, at.getTime());
      await transitions.reopenJoinRequest(trx, id, deadline, at);
      await joinRequests.addDeadlineChecks(trx, publish, [{ id, due_at: nextCheckAt(deadline) }]);
      await recordActivities(trx, [activity('request:reopened', requester_id, { project_id: project.id })]);
      const request = presentJoinRequest(await queries.findJoinRequest(trx, id));
      const added = [toRequester('request', 'request:reopened', project, { id, requester_id })];
      // Deleted, not marked as read, so that the next reminder is a new notification.
      const dropped = [{ user_id: member.id, key: keyOf('request', id) }];
      await updateNotifications(trx, publish, { added, dropped }, at);
      publish('join-request:reopened', { creator_id: project.creator_id, request });
      return ok(request);
    });
}
