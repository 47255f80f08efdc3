import type { TeamMember } from '@sangam/shared/projects/projects';
import type { JoinRequestEnd } from '@sangam/shared/requests/join-requests';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import { findUnreadOfProject, type NewNotification } from '../../platform/records/notifications.queries.js';
import type { LockedProject } from '../../projects/projects.js';

/** Notifies a member that they were removed. */
export const removedFrom = (project: LockedProject, userId: number, requestId: number | null): NewNotification => ({
  user_id: userId,
  kind: 'seat:removed',
  key: `seat:${requestId ?? `${project.id}:${userId}`}`,
  title: project.title,
  project_id: project.id,
  subject_id: requestId,
  actor_id: project.creator_id,
});

/** The key of a team's notification about a member's seat, so that there is one per member however often they join and leave. */
const seatKeyOf = (projectId: number, userId: number): string => `seat:${projectId}:${userId}`;

/** Notifies a team that a member joined or left. */
export const toTeam = (
  kind: 'seat:joined' | 'seat:left',
  team: readonly TeamMember[],
  { project, requestId, userId }: { project: LockedProject; requestId: number | null; userId: number },
): NewNotification[] =>
  team
    .filter(({ id }) => id !== userId)
    .map(({ id }) => ({
      user_id: id,
      kind,
      key: seatKeyOf(project.id, userId),
      title: project.title,
      project_id: project.id,
      subject_id: requestId,
      actor_id: userId,
    }));

/** The kinds for members of a team: about their own seat, and about changes to the team. */
const forMembers = [
  'request:accepted',
  'seat:joined',
  'seat:left',
  'project:taken_over',
  'team:hidden',
  'team:shown',
] as const;

/** Returns the unread notifications that no longer apply to a member without a seat, to keep them out of later emails. */
export const withoutSeat = (trx: Trx, { id: projectId }: LockedProject, userId: number) =>
  findUnreadOfProject(trx, { userId, projectId, kinds: forMembers });

/** Publishes the end of a request to both sides. */
export const publishEnd = (
  publish: Publish,
  project: LockedProject,
  requester_id: number,
  end: Omit<JoinRequestEnd, 'project_id' | 'project_title'>,
): void =>
  publish('join-request:withdrawn', {
    creator_id: project.creator_id,
    requester_id,
    end: { ...end, project_id: project.id, project_title: project.title },
  });
