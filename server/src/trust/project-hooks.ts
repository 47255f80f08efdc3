import type { ProjectHooks } from '../projects/projects.js';
import { listOpenIds } from './reports/filed.queries.js';
import { receivedBy } from './reports/received.js';

/** Adds to these hooks that a moderator who becomes a project's creator loses their notifications about its reports. */
export const withReportHooks = (hooks: ProjectHooks): ProjectHooks => ({
  ...hooks,
  async changeCreator(change, formerId) {
    const { requests, update } = await hooks.changeCreator(change, formerId);
    const { id, creator_id } = change.project;
    const open = await listOpenIds(change.trx, { kind: 'project', subject_id: id });
    return { requests, update: { ...update, dropped: [...update.dropped, ...receivedBy([creator_id], open)] } };
  },
});
