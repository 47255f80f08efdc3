import type { NewNotification } from '../../platform/records/notifications.queries.js';
import type { LockedProject } from '../teams/teams.js';

/** Tells a member of the team that the project is closed since its creator is leaving; once again if they come back and leave again. */
export const leftByCreator = (project: LockedProject, userId: number): NewNotification => ({
  ...{ user_id: userId, kind: 'project:left', key: `left:${project.id}`, title: project.title },
  ...{ project_id: project.id, subject_id: null, actor_id: project.creator_id },
});
