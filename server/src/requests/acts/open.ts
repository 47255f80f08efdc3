import type { ErrorCode } from '@sangam/shared/core/errors';
import { type RequestStage, refusalAtStage } from '@sangam/shared/requests/transitions';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { Clock } from '../../platform/lib/clock.js';
import { isOver } from '../../platform/lib/deadline.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { lockProject, type ProjectChange, roleIn } from '../../projects/projects.js';
import { endOf } from '../join-requests/queries.js';
import { findAnswerBy, findParties } from '../kinds/queries.js';
import { refusalOfLapse, stageIn, type WaitlistEntry } from '../waitlist/plan.js';
import { lockWaitlist } from '../waitlist/waitlist.js';

/**
 * Returns a request's stage for an action, under its project's lock. `lapsed`: its seat offer has expired; `ended`: it isn't pending, or
 * its deadline has passed. Both apply whether or not the timer has run.
 */
async function stageOf(
  { trx, at }: Pick<ProjectChange, 'trx' | 'at'>,
  waitlist: readonly WaitlistEntry[],
  id: number,
): Promise<Extract<RequestStage, 'pending' | 'waitlisted' | 'offered'> | 'lapsed' | 'ended'> {
  const pending = await findAnswerBy(trx, 'join_requests', id);
  if (pending === undefined || isOver(pending.answer_by, at)) return 'ended';
  return stageIn(waitlist, id, at);
}

type Act = Parameters<typeof refusalAtStage>[0];

/** Why the creator can't do this at the stage; null if they can. */
export const refusalToCreator = (act: Act, stage: Opened['stage']): ErrorCode | null =>
  stage === 'lapsed' || stage === 'ended' ? 'ALREADY_DECIDED' : refusalAtStage(act, stage);

interface ToOpen {
  member: Member;
  /** The request's id. */
  id: number;
  clock: Clock;
}

interface Opened {
  change: ProjectChange;
  waitlist: WaitlistEntry[];
  stage: Awaited<ReturnType<typeof stageOf>>;
  requester_id: number;
}

/**
 * Locks the project of a request, and its waitlist, for an action by the creator. NOT_FOUND, PROJECT_NOT_FOUND; FORBIDDEN for everybody
 * else.
 */
export async function openAsCreator(
  trx: Trx,
  publish: Publish,
  { member, id, clock }: ToOpen,
): Promise<Result<Opened>> {
  const parties = await findParties(trx, 'join_requests', id);
  if (!parties) return fail('NOT_FOUND');
  const project = await lockProject(trx, parties.project_id);
  if (!project) return fail('PROJECT_NOT_FOUND');
  if (roleIn(project, member.id) !== 'creator') return fail('FORBIDDEN');
  // Read only now, because the lock may have waited past the end of a seat offer.
  const at = clock.now();
  const { requester_id } = parties;
  const waitlist = await lockWaitlist(trx, project, [requester_id]);
  const change = { trx, publish, project, at };
  return ok({ change, waitlist, stage: await stageOf(change, waitlist, id), requester_id });
}

/**
 * Like `openAsCreator`, for an action by the applicant, if the request's stage allows it. NOT_FOUND, FORBIDDEN for everybody else, and the
 * errors of a stage that refuses the action.
 */
export async function openAsRequester(
  trx: Trx,
  publish: Publish,
  { member, id, clock, act }: ToOpen & { act: Act },
): Promise<Result<Pick<Opened, 'change' | 'waitlist'>>> {
  const parties = await findParties(trx, 'join_requests', id);
  if (!parties) return fail('NOT_FOUND');
  if (parties.requester_id !== member.id) return fail('FORBIDDEN');
  const project = await lockProject(trx, parties.project_id);
  // Deleting a project ends its requests.
  if (!project) return fail('ALREADY_DECIDED');
  const at = clock.now();
  const waitlist = await lockWaitlist(trx, project, [member.id]);
  const change = { trx, publish, project, at };
  const stage = await stageOf(change, waitlist, id);
  if (stage === 'lapsed') return fail(refusalOfLapse(waitlist, id));
  if (stage === 'ended') return fail(await endOf(trx, id));
  const refusal = refusalAtStage(act, stage);
  return refusal === null ? ok({ change, waitlist }) : fail(refusal);
}
