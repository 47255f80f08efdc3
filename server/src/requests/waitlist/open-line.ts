import type { Clock } from '../../platform/lib/clock.js';
import { updateInboxes } from '../../platform/records/notifications.js';
import type { OpenLine } from '../../projects/projects.js';
import { lockLine, settleLine } from './line.js';
import { stageIn } from './line-plan.js';

/** The line, for an edit of its project's seats. */
export const createOpenLine =
  (clock: Clock): OpenLine =>
  async (trx, publish, project) => {
    const at = new Date(clock.nowMs());
    const line = await lockLine(trx, project);
    return {
      held: line.filter(({ id }) => stageIn(line, id, at) === 'offered').length,
      async settle(maxMembers) {
        const added = await settleLine({ trx, publish, project, at }, line, maxMembers - project.member_count);
        await updateInboxes(trx, publish, { added }, at);
      },
    };
  };
