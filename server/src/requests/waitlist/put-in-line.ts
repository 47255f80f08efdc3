import { refusalAtStage } from '@sangam/shared/requests/join-request-states';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import type { Db } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { recordActivities } from '../../platform/records/activities.queries.js';
import { activity } from '../../platform/records/activity.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { confirmProject, publishUpdate } from '../../projects/projects.js';
import { keepAnswer } from '../join-requests/answers.js';
import { keyOf, toApplicant } from '../join-requests/notifications.js';
import { openAsCreator } from '../join-requests/open-as-creator.js';
import { presentJoinRequest } from '../join-requests/present.js';
import * as queries from '../join-requests/queries.js';
import { publishWaitlist, settleWaitlist } from './line.js';
import { placeOnWaitlist } from './line.queries.js';

/**
 * Puts a pending request at the end of its project's line; a seat that is free already is offered at once. IN_LINE, LINE_FULL,
 * ALREADY_DECIDED.
 */
export type AddToWaitlist = (member: Member, id: number) => Promise<Result<JoinRequest>>;

export function createAddToWaitlist({
  db,
  bus,
  clock,
}: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
}): AddToWaitlist {
  return (member, id) =>
    transact(db, bus, async (trx, publish) => {
      const opened = await openAsCreator(trx, publish, { member, id, clock });
      if (!opened.ok) return opened;
      const { act, line, stage, requester_id } = opened.value;
      const { project } = act;
      const refusal = stage === 'lapsed' ? 'ALREADY_DECIDED' : refusalAtStage('put_in_line', stage);
      if (refusal !== null) return fail(refusal);
      await keepAnswer(act, 'put_in_line', id);
      const place = Math.max(0, ...line.map((entry) => entry.place)) + 1;
      if (!(await placeOnWaitlist(trx, id, place))) return fail('ALREADY_DECIDED');
      if (line.length >= requestServerLimits.lineMax) return fail('LINE_FULL');
      await confirmProject(trx, publish, project, act.at);
      const before = presentJoinRequest(await queries.findJoinRequest(trx, id));
      await recordActivities(trx, [
        activity.asked(requester_id, `You are in line for a seat in "${project.title}"`, { project_id: project.id }),
      ]);
      const entry = { id, requester_id, requester_name: before.user_name, place, offered_until: null };
      const lined = await settleWaitlist(act, [...line, entry], project.max_members - project.member_count);
      const isOffered = lined.some(({ kind, subject_id }) => kind === 'seat:offered' && subject_id === id);
      const request = presentJoinRequest(await queries.findJoinRequest(trx, id));
      // Where others have gone meanwhile it has moved up at once, and its place is published already.
      if (request.place === place) publishWaitlist(publish, project, [{ id, requester_id, place }]);
      const added = [...(isOffered ? [] : [toApplicant('line:placed', project, { id, requester_id })]), ...lined];
      await updateNotifications(trx, publish, { added, read: [{ user_id: member.id, key: keyOf(id) }] }, act.at);
      await publishUpdate(trx, publish, project.id);
      return ok(request);
    });
}
