import type { NotificationChanges } from '../platform/records/notifications.js';
import type { ProjectChange, ProjectHooks } from '../projects/projects.js';
import { hidingKey, shownToTeam } from './hiding/notify-team.js';
import { findHiding, isHidden } from './hiding/queries.js';
import { emailModerated } from './moderation/emails.js';
import { hiddenOrShown } from './moderation/notifications.js';
import { listOpenIds } from './reports/filed.queries.js';
import { receivedBy } from './reports/received.js';

/**
 * Adds to these hooks that a moderator who becomes a project's creator loses their notifications about its reports, that the team of a
 * project that was hidden with its former creator is notified that it shows again, and that the new creator of one that a moderator hid is
 * notified as its creator.
 */
export const withReportHooks = (hooks: ProjectHooks): ProjectHooks => ({
  ...hooks,
  async changeCreator(change, formerId) {
    const { requests, update } = await hooks.changeCreator(change, formerId);
    const { trx, project } = change;
    const open = await listOpenIds(trx, { kind: 'project', subject_id: project.id });
    const hiding = project.hidden_at === null ? nothing : await hidingUpdate(change, project.hidden_at);
    return {
      requests,
      update: {
        added: [...update.added, ...hiding.added],
        dropped: [...update.dropped, ...receivedBy([project.creator_id], open), ...hiding.dropped],
      },
    };
  },
});

const nothing: NotificationChanges = { added: [], dropped: [] };

/** The changes to notifications once a hidden project has another creator, who reads the reason in place of the team's notification. */
async function hidingUpdate(
  { trx, publish, project, at }: ProjectChange,
  hiddenAt: Date,
): Promise<NotificationChanges> {
  if (!(await isHidden(trx, project.id))) return shownToTeam(trx, project);
  const hiding = await findHiding(trx, project.id);
  if (hiding === undefined) return nothing;
  const { creator_id: user_id, id: project_id } = project;
  await emailModerated(trx, publish, { user_id, act: 'hidden', reason: hiding.reason, project_id }, at);
  return {
    added: [hiddenOrShown(project, hiding.reason, hiddenAt)],
    dropped: [{ user_id, key: hidingKey(project_id) }],
  };
}
