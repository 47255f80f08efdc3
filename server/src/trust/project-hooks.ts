import type { ProjectHooks } from '../projects/projects.js';
import { shownToTeam } from './hiding/notify-team.js';
import { isHidden } from './hiding/queries.js';
import { listOpenIds } from './reports/filed.queries.js';
import { receivedBy } from './reports/received.js';

/**
 * Extends these hooks: a moderator who becomes a project's creator loses their notifications about its reports, and the team of a project
 * that was hidden with its former creator is notified that it is visible again.
 */
export const withReportHooks = (hooks: ProjectHooks): ProjectHooks => ({
  ...hooks,
  async changeCreator(change, formerId) {
    const { requests, update } = await hooks.changeCreator(change, formerId);
    const { trx, project } = change;
    const open = await listOpenIds(trx, { kind: 'project', subject_id: project.id });
    const isShownAgain = project.hidden_at !== null && !(await isHidden(trx, project.id));
    const shown = isShownAgain ? await shownToTeam(trx, project) : { added: [], dropped: [] };
    return {
      requests,
      update: {
        added: [...update.added, ...shown.added],
        dropped: [...update.dropped, ...receivedBy([project.creator_id], open), ...shown.dropped],
      },
    };
  },
});
