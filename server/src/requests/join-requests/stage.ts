import type { RequestStage } from '@sangam/shared/requests/transitions';
import { isOver } from '../../platform/lib/deadline.js';
import type { ProjectChange } from '../../projects/projects.js';
import { findAnswerBy } from '../kinds/queries.js';
import { stageIn, type WaitlistEntry } from '../waitlist/next-offers.js';

/**
 * A request's stage for an act under its project's lock. `lapsed`: its seat offer has expired; `ended`: it isn't pending, or its deadline
 * has passed. Both hold whether or not the timer has run.
 */
export async function stageOf(
  { trx, at }: Pick<ProjectChange, 'trx' | 'at'>,
  waitlist: readonly WaitlistEntry[],
  id: number,
): Promise<Extract<RequestStage, 'pending' | 'in_line' | 'offered'> | 'lapsed' | 'ended'> {
  const pending = await findAnswerBy(trx, 'join_requests', id);
  if (pending === undefined || isOver(pending.answer_by, at)) return 'ended';
  return stageIn(waitlist, id, at);
}
