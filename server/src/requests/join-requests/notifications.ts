import type { TeamMember } from '@sangam/shared/projects/projects';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import type { LockedProject } from '../../projects/projects.js';

/** One notification of each side for each request. */
export const keyOf = (requestId: number): string => `request:${requestId}`;

const about = (request: JoinRequest) => ({
  key: keyOf(request.id),
  title: request.project_title,
  project_id: request.project_id,
  subject_id: request.id,
});

/** Tells the creator that somebody asks to join, or does not any more. */
export const toCreator = (
  kind: 'request:received' | 'request:withdrawn' | 'seat:declined',
  creatorId: number,
  request: JoinRequest,
): NewNotification => ({ ...about(request), user_id: creatorId, kind, actor_id: request.user_id });

/** Tells who asked what the creator decided. */
export const toRequester = (
  kind: 'request:accepted' | 'request:rejected',
  creatorId: number,
  request: JoinRequest,
): NewNotification => ({ ...about(request), user_id: request.user_id, kind, actor_id: creatorId });

type Asked = { id: number; requester_id: number };

/** Reminds the creator of a request that waits, or tells that it has ended by the clock: in the place of what told of it. */
export const reminderOf = (
  kind: 'request:reminder' | 'request:last_day' | 'request:lapsed' | 'seat:lapsed',
  project: LockedProject,
  { id, requester_id }: Asked,
): NewNotification => ({
  ...{ user_id: project.creator_id, kind, key: keyOf(id), title: project.title },
  ...{ project_id: project.id, subject_id: id, actor_id: requester_id },
});

/** Tells who asked what has become of their request without a decision: it has ended, or where it stands in line. */
export const toApplicant = (
  kind: 'request:ended' | 'request:unanswered' | 'line:placed' | 'seat:offered' | 'seat:missed',
  project: LockedProject,
  { id, requester_id }: Asked,
): NewNotification => ({
  ...{ user_id: requester_id, kind, key: keyOf(id), title: project.title },
  ...{ project_id: project.id, subject_id: id, actor_id: project.creator_id },
});

/** Tells a member that they were removed. */
export const removedFrom = (project: LockedProject, userId: number, requestId: number | null): NewNotification => ({
  ...{ user_id: userId, kind: 'seat:removed', key: `seat:${requestId ?? `${project.id}:${userId}`}` },
  ...{ title: project.title, project_id: project.id, subject_id: requestId, actor_id: project.creator_id },
});

/** Tells a team that somebody has come or gone; `requestId` is what brought them, so each seat is told of once. */
export const toTeam = (
  kind: 'seat:joined' | 'seat:left',
  team: readonly TeamMember[],
  { project, requestId, userId }: { project: LockedProject; requestId: number | null; userId: number },
): NewNotification[] =>
  team
    .filter(({ id }) => id !== userId)
    .map(({ id }) => ({
      ...{ user_id: id, kind, key: `seat:${requestId ?? `${project.id}:${userId}`}`, title: project.title },
      ...{ project_id: project.id, subject_id: requestId, actor_id: userId },
    }));
