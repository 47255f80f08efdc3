import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { lockProject } from '../../projects/projects.js';
import { type Act, lockWaitlist } from '../waitlist/line.js';
import { stageIn, type WaitlistEntry } from '../waitlist/line-plan.js';
import { findParties } from './queries.js';

interface Opened {
  act: Act;
  line: WaitlistEntry[];
  /** Where the request stands in the line now. */
  stage: ReturnType<typeof stageIn>;
  requester_id: number;
}

/**
 * Locks the project of a request, and its line, for an act of its creator. NOT_FOUND, PROJECT_NOT_FOUND, FORBIDDEN for everybody
 * else.
 */
export async function openAsCreator(
  trx: Trx,
  publish: Publish,
  { member, id, clock }: { member: Member; id: number; clock: Clock },
): Promise<Result<Opened>> {
  const parties = await findParties(trx, id);
  if (!parties) return fail('NOT_FOUND');
  const project = await lockProject(trx, parties.project_id);
  if (!project) return fail('PROJECT_NOT_FOUND');
  // Whose project it is now: the lock may have waited for its takeover.
  if (project.creator_id !== member.id) return fail('FORBIDDEN');
  // Not before: the lock may have waited for the end of an offer, too.
  const at = new Date(clock.nowMs());
  const { requester_id } = parties;
  const line = await lockWaitlist(trx, project, [requester_id]);
  return ok({ act: { trx, publish, project, at }, line, stage: stageIn(line, id, at), requester_id });
}
