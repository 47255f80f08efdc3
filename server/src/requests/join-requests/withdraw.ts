import { refusalAtStage } from '@sangam/shared/requests/join-request-states';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { recordActivities } from '../../platform/records/activities.queries.js';
import { activity } from '../../platform/records/activity.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { type LockedProject, lockProject, publishUpdate } from '../../projects/projects.js';
import { lockWaitlist, settleWaitlist } from '../waitlist/line.js';
import { stageIn } from '../waitlist/line-plan.js';
import { keepAnswer } from './answers.js';
import { toCreator } from './notifications.js';
import { presentJoinRequest } from './present.js';
import * as queries from './queries.js';

/** Takes one's own pending request back, and with it a place in line or a seat that is held. OFFER_LAPSED once it was held too long. */
export type Withdraw = (member: Member, id: number) => Promise<Result<JoinRequest>>;

export function createWithdraw({ db, bus, clock }: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): Withdraw {
  return (member, id) =>
    transact(db, bus, async (trx, publish) => {
      const ended = await endOwn(trx, publish, { member, id, act: 'withdraw', at: new Date(clock.nowMs()) });
      return ended.ok ? ok(ended.value.request) : ended;
    });
}

/** The requester ends their request: they withdraw it, or decline the seat that is offered to them. */
export async function endOwn(
  trx: Trx,
  publish: Publish,
  { member, id, act, at }: { member: Member; id: number; act: 'withdraw' | 'decline_offer'; at: Date },
): Promise<Result<{ request: JoinRequest; project: LockedProject }>> {
  const parties = await queries.findParties(trx, id);
  if (!parties) return fail('NOT_FOUND');
  if (parties.requester_id !== member.id) return fail('FORBIDDEN');
  const project = await lockProject(trx, parties.project_id);
  // What was pending has ended with it.
  if (!project) return fail('ALREADY_DECIDED');
  const line = await lockWaitlist(trx, project, [member.id]);
  const stage = stageIn(line, id, at);
  const end = { status: 'withdrawn', at } as const;
  if (stage === 'lapsed') return fail('OFFER_LAPSED');
  await keepAnswer({ trx, project, at }, act, id);
  if (!(await queries.endJoinRequest(trx, id, end))) return fail(await queries.endOf(trx, id));
  const refusal = refusalAtStage(act, stage);
  if (refusal !== null) return fail(refusal);
  const request = presentJoinRequest(await queries.findJoinRequest(trx, id));
  const how = stage === 'offered' ? 'declined the seat in' : 'withdrew your request to join';
  await recordActivities(trx, [
    activity.asked(member.id, `You ${how} "${request.project_title}"`, { project_id: project.id }),
  ]);
  const others = line.filter((entry) => entry.id !== id);
  const lined = await settleWaitlist({ trx, publish, project, at }, others, project.max_members - project.member_count);
  const kind = stage === 'offered' ? 'seat:declined' : 'request:withdrawn';
  const added = [toCreator(kind, project.creator_id, request), ...lined];
  await updateNotifications(trx, publish, { added }, at);
  publish('join-request:withdrawn', {
    creator_id: project.creator_id,
    requester_id: member.id,
    end: { id, project_id: project.id, project_title: request.project_title },
  });
  if (line.length > 0) await publishUpdate(trx, publish, project.id);
  return ok({ request, project });
}
