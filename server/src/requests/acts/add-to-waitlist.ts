import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { transactAs } from '../../contact/contact.js';
import type { ActDeps } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { confirmProject, publishUpdate } from '../../projects/projects.js';
import { recordAnswer } from '../join-requests/answer-record.queries.js';
import { presentJoinRequest } from '../join-requests/present.js';
import * as queries from '../join-requests/queries.js';
import { keyOf, toRequester } from '../kinds/notifications.js';
import { runningOf } from '../waitlist/plan.js';
import { putOnWaitlist } from '../waitlist/queries.js';
import { settleWaitlist } from '../waitlist/waitlist.js';
import { openAsCreator, refusalToCreator } from './open.js';

/**
 * Adds a pending request to its project's waitlist, before those who asked later, and offers it a seat at once if one is free. IN_LINE,
 * LINE_FULL, ALREADY_DECIDED.
 */
export type AddToWaitlist = (member: Member, id: number) => Promise<Result<JoinRequest>>;

export function createAddToWaitlist({ db, bus, clock }: ActDeps): AddToWaitlist {
  return (member, id) =>
    transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
      const opened = await openAsCreator(trx, publish, { member, id, clock });
      if (!opened.ok) return opened;
      const { change, waitlist, stage, requester_id } = opened.value;
      const { project, at } = change;
      const refusal = refusalToCreator('add_to_waitlist', stage);
      if (refusal !== null) return fail(refusal);
      await recordAnswer(change, 'add_to_waitlist', id);
      const { role_id = null, user_name } = presentJoinRequest(await queries.findJoinRequest(trx, id));
      const ahead = waitlist.filter(
        (entry) => entry.role_id === role_id && entry.offered_until === null && entry.id < id,
      );
      const place = ahead.length + 1;
      if (!(await putOnWaitlist(trx, id, place))) return fail('ALREADY_DECIDED');
      if (runningOf(waitlist, at).length >= requestServerLimits.waitlistMax) return fail('LINE_FULL');
      await confirmProject(trx, publish, project, at);
      await recordActivities(trx, [activity('waitlist:joined', requester_id, { project_id: project.id })]);
      const entry = {
        id,
        requester_id,
        requester_name: user_name,
        role_id,
        place,
        offered_until: null,
        waits_until: null,
      };
      const settled = await settleWaitlist(change, [...waitlist, entry]);
      const isOffered = settled.some(({ kind, subject_id }) => kind === 'seat:offered' && subject_id === id);
      const request = presentJoinRequest(await queries.findJoinRequest(trx, id));
      const added = [
        ...(isOffered ? [] : [toRequester('request', 'line:placed', project, { id, requester_id })]),
        ...settled,
      ];
      const dropped = [{ user_id: member.id, key: keyOf('request', id) }];
      await updateNotifications(trx, publish, { added, dropped }, at);
      await publishUpdate(trx, publish, project.id);
      return ok(request);
    });
}
