import { type RequestAct, requestActs } from '@sangam/shared/requests/join-request-states';
import type { Trx } from '../../platform/db/database.js';
import type { LockedProject } from '../../projects/projects.js';
import { insertAnswers } from './answers.queries.js';

/**
 * Keeps how a request was answered, or all pending ones of its project, for what the project is known for (R5.17): in the
 * transaction of the act, and before it changes them. What ends in another way after its time was over had no answer, whether or
 * not the timer came.
 */
export async function keepAnswer(
  { trx, project, at }: { trx: Trx; project: LockedProject; at: Date },
  act: RequestAct,
  id: number | 'all',
): Promise<void> {
  const { counts } = requestActs[act];
  await insertAnswers(trx, id, { project, at, counts: counts ?? 'unanswered', onlyOverdue: counts === null });
}
