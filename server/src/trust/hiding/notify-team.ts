import type { Trx } from '../../platform/db/database.js';
import type { NotificationChanges } from '../../platform/records/notifications.js';
import { findHiddenProjectKeys, type NewNotification } from '../../platform/records/notifications.queries.js';
import { listTeam } from '../../projects/projects.js';

interface Hideable {
  id: number;
  title: string;
  creator_id: number;
}

/** The key of the team's notification about a project's hiding. */
export const hidingKey = (projectId: number): string => `hiding:${projectId}`;

/** Notifies the team, without the creator. */
async function toTeam(
  trx: Trx,
  kind: 'team:hidden' | 'team:shown',
  { id, title, creator_id }: Hideable,
): Promise<NewNotification[]> {
  const teamMembers = (await listTeam(trx, id)).filter((member) => member.id !== creator_id);
  return teamMembers.map((teamMember) => ({
    user_id: teamMember.id,
    kind,
    key: hidingKey(id),
    title,
    project_id: id,
    subject_id: null,
    actor_id: null,
  }));
}

/** Notifies the team, without the creator, that the project is hidden. */
export const hiddenToTeam = (trx: Trx, project: Hideable) => toTeam(trx, 'team:hidden', project);

/**
 * Notifies the team, without the creator, that the project is visible again, and withdraws all notifications of its hiding: it may have
 * another creator now, and members may have left its team.
 */
export async function shownToTeam(trx: Trx, project: Hideable): Promise<NotificationChanges> {
  const added = await toTeam(trx, 'team:shown', project);
  const isReplaced = (old: { user_id: number; key: string }) =>
    added.some(({ user_id, key }) => user_id === old.user_id && key === old.key);
  return { added, dropped: (await findHiddenProjectKeys(trx, project.id)).filter((old) => !isReplaced(old)) };
}
